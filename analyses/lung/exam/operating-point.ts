/**
 * A lesion of the chest is named from this joined score on; see the README for the few series that it was
 * chosen on.
 */
export const lesionFrom = 0.5;
/** Above this mean diameter it is called a mass (Fleischner Society, 2008). */
export const massAboveMm = 30;
/**
 * Smaller spots are not nodules of any consequence (Fleischner Society, 2017: below 6 mm no follow-up), and
 * often vessels.
 */
export const minMm = 4;
/** Opacities are named from this share of a lung on. */
export const opacityFrom = 0.01;
