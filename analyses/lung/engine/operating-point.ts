/**
 * From this probability on a spot, or a mass, is likely and reported: it is outlined, and a mass takes the
 * spots within it. Chosen out of fold on slices without a nodule, see README.
 */
export const likelyFrom = 0.5;

/** Whether the report of a slice names it. */
export const isReported = ({ score }: { score: number }): boolean => score >= likelyFrom;
