/** What each line of a brain report can say. The engine chooses; words, order and exports follow from these alone. */
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

/**
 * Why a line says nothing. `undecided`: measured, but it cannot be told whether it is abnormal. `not_reported`, `malformed`: the
 * response says nothing of it, or nothing that can be read. `unlike_measured`: the picture is unlike those on which the reading was measured.
 */
export const reasons = [
  'not_at_level',
  'no_brain',
  'not_measurable',
  'implausible',
  'unlike_measured',
  'not_measured',
  'undecided',
  'not_reported',
  'malformed',
] as const;
export type Reason = (typeof reasons)[number];

export const sides = ['left', 'right', 'both'] as const;
export type Side = (typeof sides)[number];

/** `evans`: index of the frontal horns. Shares are of the inner width (shift), the brain (areas) or a band (sulci). */
export const quantities = ['shift', 'evans', 'csf_share', 'area', 'density_difference'] as const;
export const units = ['%', 'mm', 'cm2', 'HU', '1'] as const;

export interface Measured {
  readonly quantity: (typeof quantities)[number];
  readonly value: number;
  readonly unit: (typeof units)[number];
}

/** What a line says, apart from its words. Both null: words that name nothing of these, as older results have. */
export interface Coded<Id extends ObservationId = ObservationId> {
  readonly code: ObservationCode<Id> | null;
  readonly reason: Reason | null;
  readonly side: Side | null;
  readonly measured: readonly Measured[];
}
