import type { NotAssessedReason, Side } from '@second-read/core/reading/finding';
import type { Measurement } from '@second-read/core/reading/measurement';

/**
 * What each line of a brain report can say. The engine chooses; words, order and exports follow from these
 * alone.
 */
export const observationCodes = {
  haemorrhage: ['suspected', 'not_excluded', 'not_detected'],
  midline_shift: ['shifted', 'not_shifted'],
  basal_cistern_dilation: ['dilated', 'narrow', 'usual'],
  mass_effect: ['present', 'not_excluded', 'no_sign'],
  ventricular_dilation: ['dilated', 'possibly_dilated', 'not_dilated'],
  hypodense_areas: ['seen', 'none_seen'],
  sulcation: ['effaced', 'asymmetric', 'prominent', 'not_visible', 'usual'],
  hypertrophy: ['generalized_loss', 'cortical_loss'],
} as const;

export type ObservationId = keyof typeof observationCodes;
export type ObservationCode<Id extends ObservationId = ObservationId> = (typeof observationCodes)[Id][number];

/** What a suspected bleeding most looks like. */
export const bleedingKinds = [
  'epidural',
  'subdural',
  'subarachnoid',
  'intraparenchymal',
  'intraventricular',
] as const;
export type BleedingKind = (typeof bleedingKinds)[number];

/** Where along the head a slice lies. */
export const sliceLevels = [
  'face',
  'posterior fossa',
  'basal cisterns',
  'lateral ventricles',
  'convexity',
] as const;
export type SliceLevel = (typeof sliceLevels)[number];

/**
 * `evans`: index of the frontal horns. Shares are of the inner width (shift), the brain (areas) or a band
 * (sulci).
 */
export type Quantity = 'shift' | 'evans' | 'csf_share' | 'area' | 'density_difference';

export type Measured = Measurement & { readonly quantity: Quantity };

export function measuredAs(
  quantity: Quantity,
  value: number,
  unit: Measurement['unit'],
  method: 'estimated_density' | null = null,
): Measured {
  return { quantity, value, unit, method };
}

/**
 * What a line says, apart from its words. Both null: words that name nothing of these, as older results have.
 */
export interface Coded<Id extends ObservationId = ObservationId> {
  readonly code: ObservationCode<Id> | null;
  readonly reason: NotAssessedReason | null;
  readonly side: Side | null;
  readonly measured: readonly Measured[];
}
