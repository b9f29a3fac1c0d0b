import { z } from 'zod';

/** What a trial is counted for, as the manifest of a module names it: `breast_segmentation`. */
export const serviceType = z.string().regex(/^[a-z][a-z0-9_]*$/);

/** Remaining analyses of one service. */
export const trialCount = z.object({ service_type: serviceType, trial_count: z.number().int().min(0) });
export const trialCountsReply = z.array(trialCount);
