import type { UrgencyLevel } from '@second-read/core/report/urgency';

/** In this order they wait. */
export const levelRanks: Readonly<Record<UrgencyLevel, number>> = { none: 0, open: 1, finding: 2, urgent: 3 };
