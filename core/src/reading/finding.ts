import { z } from 'zod';
import { measurementSchema, percentSchema } from './measurement.ts';
import { regionSchema } from './region.ts';

export const states = ['found', 'not_found', 'not_assessed'] as const;

/** Why something was not looked for. Closed list: exports hang codes on it. */
export const notAssessedReasons = [
  /** The view or the section does not show it. */
  'outside_view',
  /** The organ was not found in the picture. */
  'organ_not_found',
  /** The picture shows a part of the organ, too little to tell. */
  'partial_view',
  /** The window in which the picture was saved hides it. */
  'hidden_by_window',
  /** The photograph was taken before acetic acid was applied. */
  'before_acetic_acid',
  /** Green light takes the red by which whiteness is judged. */
  'green_tint',
  /** The picture is unlike those on which the reading was measured. */
  'unlike_measured',
  /** It was looked for and cannot be measured on this picture. */
  'not_measurable',
  /** What was measured cannot be right. */
  'implausible',
  /** Measured, but whether it is abnormal cannot be decided. */
  'undecided',
  /** The engine that answered does not look for it, or its answer does not say. */
  'not_reported',
  /** What the answer says of it cannot be understood. */
  'malformed',
] as const;

export const sides = ['left', 'right', 'both'] as const;

const findingId = z.string().regex(/^[a-z][a-z0-9-]*-[1-9]\d*$/);

/** Of a finding that a reader merged or split: the engine's findings whose marks it has. */
export const madeOf = z.array(findingId).min(1);

/** Whether it has marks of that finding of the engine. */
export function isMadeOf(finding: { readonly id: string; readonly madeOf?: readonly string[] }, id: string) {
  return finding.madeOf === undefined ? finding.id === id : finding.madeOf.includes(id);
}

/** What every finding of every module says; modules extend it by `type` and `descriptors`. */
export const findingBase = z.strictObject({
  /** Lasts as long as the reading: `mass-1`. What a clinician says of a finding refers to it. */
  id: findingId,
  state: z.enum(states),
  /** Of `not_assessed`, else null. */
  reason: z.enum(notAssessedReasons).nullable(),
  /** Measured probability that this very statement is right; null where nothing measured it. */
  certainty: percentSchema.nullable(),
  measurements: z.array(measurementSchema),
  region: regionSchema.nullable(),
  side: z.enum(sides).nullable(),
  /** Words of another server that no enum and no number holds, as they stood: shown, never decided by. */
  told: z.record(z.string(), z.string()).optional(),
  madeOf: madeOf.optional(),
});

export type FindingBase = z.infer<typeof findingBase>;
export type FindingState = FindingBase['state'];
export type NotAssessedReason = NonNullable<FindingBase['reason']>;
export type Side = NonNullable<FindingBase['side']>;

/** A reason is given where, and only where, nothing was looked for; nothing is certain there. */
function isConsistent({ state, reason, certainty }: FindingBase): boolean {
  return state === 'not_assessed' ? reason !== null && certainty === null : reason === null;
}

/** The findings of a reading: consistent, each with its own id. */
export function findingsOf<T extends FindingBase>(schema: z.ZodType<T>) {
  return z
    .array(schema)
    .refine((all) => all.every(isConsistent), 'a reason belongs to "not_assessed" alone')
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'two findings share an id');
}
