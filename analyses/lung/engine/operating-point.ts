/**
 * From this probability on a spot, or a mass, is likely: it is outlined, and a mass takes the spots within
 * it. A likely mass is reported.
 */
export const likelyFrom = 0.5;

/**
 * A spot of a slice is reported from this probability on; chosen on the worst source out of fold, see README.
 */
const spotFrom = 0.55;

/** Whether the report of a slice names it. */
export const isReported = ({ score, isMass }: { score: number; isMass?: boolean }): boolean =>
  score >= (isMass === true ? likelyFrom : spotFrom);
