/** Kinds of bleeding. */
export const bleedingKinds = ['edh', 'sdh', 'sah', 'iph', 'ivh'] as const;
export type BleedingKind = (typeof bleedingKinds)[number];

/** Above this the ventricles are wide (Evans, Arch Neurol Psychiatry 47:931, 1942). */
export const dilatedFrom = 0.3;
/** Below it the reading measured one horn or a part of it. */
export const credibleFrom = 0.2;

/** Bleedings below it beside a larger one are named together, as also seen, ml. */
export const speckMl = 1;
