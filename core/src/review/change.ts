import { z } from 'zod';
import { findingBase, sides } from '../reading/finding.ts';
import { measurementSchema, units } from '../reading/measurement.ts';
import { outlineSchema, pointSchema } from '../reading/outline.ts';
import { keyImageLook, keyImagePicture } from './key-images/key-image.ts';
import { readerMeasurement } from './measurements/reader-measurement.ts';

/** Why a reader rejects a finding. */
export const rejectReasons = ['artefact', 'normal_structure', 'known', 'other_side', 'other'] as const;
export type RejectReason = (typeof rejectReasons)[number];

export const rejectReasonWords: Readonly<Record<RejectReason, string>> = {
  artefact: 'Artifact',
  normal_structure: 'Normal structure',
  known: 'Known, not new',
  other_side: 'On the other side',
  other: 'Other reason',
};

/** What a reader writes, kept apart from what was measured. */
export const sections = ['impression', 'recommendation', 'comparison', 'history'] as const;
export type Section = (typeof sections)[number];

export const sectionWords: Readonly<Record<Section, string>> = {
  impression: 'Impression',
  recommendation: 'Recommendation',
  comparison: 'Comparison',
  history: 'Clinical history',
};

export const longestText = 4_000;
export const longestReason = 500;
/** As many are kept of a new outline: more than a hand draws, and enough for any shape in a picture. */
export const maxKeptVertices = 2_000;

/**
 * The side of a finding is changed as if it were a descriptor of this name; its values are those of `sides`.
 */
export const sideDescriptor = 'side';

const changeId = z.uuid();
const findingId = findingBase.shape.id;
const name = z.string().min(1).max(60);
/** Visible text without control characters but line breaks. */
const prose = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^(?:[^\p{Cc}]|[\n\r\t])*$/u, 'must not hold control characters');
const reason = prose(longestReason).trim().min(1);

/** A code of the module's list; true and false where the descriptor is a yes or no. */
const codedValue = z.union([z.string().max(60), z.boolean()]).nullable();
export type CodedValue = z.infer<typeof codedValue>;
const categoryValue = z.union([z.number(), z.string().max(20)]);
export type CategoryValue = z.infer<typeof categoryValue>;

/** Of an exam: the slice that shows it or that it was drawn on, from 0 along the stack. */
const slicePlace = z.int().min(0);

const measuredBy = { name, to: z.number().nonnegative().finite(), unit: z.enum(units) };

/** A finding that the machine missed. `id`: not used before, `<type>-<number>`; see `nextFindingId`. */
export const addedFinding = z.strictObject({
  id: findingId,
  type: name,
  side: z.enum(sides).nullish(),
  descriptors: z.record(name, codedValue).optional(),
  measurements: z
    .array(measurementSchema.pick({ quantity: true, value: true, unit: true }))
    .max(10)
    .optional(),
  outline: outlineSchema.optional(),
  slice: slicePlace.optional(),
});
export type AddedFinding = z.infer<typeof addedFinding>;

/**
 * One change of a reader. `id` makes it idempotent: sent twice it is kept once. `from` is what it replaces:
 * the server fills it in; where it is given and no longer true the change is refused.
 */
export const changeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ id: changeId, kind: z.literal('accept'), finding: findingId }),
  z.strictObject({
    ...{ id: changeId, kind: z.literal('reject'), finding: findingId },
    reason: z.enum(rejectReasons),
    /** Of `other`; what it was. */
    text: prose(longestReason).optional(),
  }),
  z.strictObject({
    ...{ id: changeId, kind: z.literal('describe'), finding: findingId, descriptor: name },
    from: codedValue.optional(),
    to: codedValue,
  }),
  z.strictObject({
    ...{ id: changeId, kind: z.literal('measure'), finding: findingId, ...measuredBy },
    from: z.number().nullish(),
    /** The two ends in the picture, where it was drawn. */
    ends: z.tuple([pointSchema, pointSchema]).optional(),
    slice: slicePlace.optional(),
  }),
  z.strictObject({
    ...{ id: changeId, kind: z.literal('outline'), finding: findingId },
    from: outlineSchema.nullish(),
    to: outlineSchema,
    slice: slicePlace.optional(),
  }),
  z.strictObject({ id: changeId, kind: z.literal('add'), finding: addedFinding }),
  /** One lesion: `finding` keeps its id and takes up the others. */
  z.strictObject({
    ...{ id: changeId, kind: z.literal('merge'), finding: findingId },
    others: z.array(findingId).min(1).max(20),
  }),
  z.strictObject({
    ...{ id: changeId, kind: z.literal('split'), finding: findingId },
    /**
     * Of what an exam linked: each further finding, with the marks that it takes, by their places in the
     * list of `finding`, which keeps the others. Missing: back into what a reader merged.
     */
    parts: z
      .array(z.strictObject({ id: findingId, marks: z.array(z.int().min(0)).min(1).max(1_000) }))
      .min(1)
      .max(50)
      .optional(),
  }),
  z.strictObject({
    ...{ id: changeId, kind: z.literal('categorize'), reason },
    from: categoryValue.nullish(),
    /** Null: back to what follows from the findings. */
    to: categoryValue.nullable(),
  }),
  z.strictObject({
    ...{ id: changeId, kind: z.literal('write'), section: z.enum(sections) },
    /** Empty: back to what is proposed from the findings. */
    text: prose(longestText),
  }),
  /** Of the reader's own, beside the findings; one of the same id is replaced. */
  z.strictObject({ id: changeId, kind: z.literal('keep_measurement'), measurement: readerMeasurement }),
  z.strictObject({ id: changeId, kind: z.literal('remove_measurement'), measurement: z.uuid() }),
  z.strictObject({
    ...{ id: changeId, kind: z.literal('keep_key_image'), keyImage: keyImageLook },
    /** Required of one that is new; replies have it at its own address. */
    picture: keyImagePicture.optional(),
  }),
  z.strictObject({ id: changeId, kind: z.literal('remove_key_image'), keyImage: changeId }),
  /** One that was removed. */
  z.strictObject({ id: changeId, kind: z.literal('return_key_image'), keyImage: changeId }),
  z.strictObject({ id: changeId, kind: z.literal('undo'), change: changeId }),
  z.strictObject({ id: changeId, kind: z.literal('redo'), change: changeId }),
]);
export type Change = z.infer<typeof changeSchema>;
export type ChangeKind = Change['kind'];
export type ChangeOf<Kind extends ChangeKind> = Extract<Change, { kind: Kind }>;

/** Who made a change, and when (ISO 8601): set by the server. */
export const changeMark = z.object({
  at: z.iso.datetime(),
  by: z.object({ id: z.string(), name: z.string() }),
});
/** A change as it is kept. */
export type StoredChange = Change & z.infer<typeof changeMark>;

/** Whether it carries words of the reader's own. */
export function hasFreeText(change: Change): boolean {
  if (change.kind === 'write') return change.text !== '';
  if (change.kind === 'categorize') return true;
  if (change.kind === 'keep_measurement')
    return change.measurement.tool === 'arrow' && change.measurement.text !== '';
  return change.kind === 'reject' && (change.text ?? '') !== '';
}
