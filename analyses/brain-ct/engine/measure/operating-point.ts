/**
 * Probability from which a bleeding is named, on every level: the middle of the values at which slices of
 * sources that the networks never saw are told best (decision 045).
 */
export const haemorrhageFrom = 0.5;
