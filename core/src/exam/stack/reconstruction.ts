/** Which of several reconstructions of a study a module prefers. */
export type Reconstruction = 'soft' | 'thin';

/**
 * A reconstruction of fewer than this share of the longest one's slices and extent is a part of the body
 * alone.
 */
export const partBelow = 0.5;
