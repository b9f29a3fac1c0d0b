/**
 * A spot of a slice is reported from this probability on; chosen on the worst source out of fold, see README.
 */
export const reportFrom = 0.5;
