/** The sample whose result a visitor of a demo server sees before choosing one. */
export const firstTry = { module: 'breast', file: 'cesm_p276_l_dm_cc.png' } as const;
