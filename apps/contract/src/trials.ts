import { z } from 'zod';

export const serviceType = z.enum([
  'breast_segmentation',
  'brain_ct_classification',
  'lung_segmentation',
  'cervix_segmentation',
]);

/** Remaining analyses of one service. */
export const trialCount = z.object({ service_type: serviceType, trial_count: z.number().int().min(0) });
export const trialCountsReply = z.array(trialCount);
export type TrialCount = z.infer<typeof trialCount>;
