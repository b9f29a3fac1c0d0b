/** Kinds of bleeding. */
export const bleedingKinds = ['edh', 'sdh', 'sah', 'iph', 'ivh'] as const;
export type BleedingKind = (typeof bleedingKinds)[number];

/** Bleedings below it beside a larger one are named together, as also seen, ml. */
export const speckMl = 1;
