import { z } from 'zod';
import { units } from '../reading/measurement.ts';
import type { Outline } from '../reading/outline.ts';
import type { AnyFinding, AnyReading } from '../reading/reading.ts';
import type { CategoryValue, ChangeOf, CodedValue } from './change.ts';
import type { OutlineMeasures } from './outline-measures.ts';

const codedOption = z.object({ value: z.union([z.string(), z.boolean()]).nullable(), label: z.string() });
export type CodedOption = z.infer<typeof codedOption>;

/** What may be said of one type of finding. */
export const reviewedType = z.object({
  type: z.string(),
  label: z.string(),
  /** The descriptor that names it more closely, with its words by value: a nodule that is a mass. */
  namedBy: z.object({ descriptor: z.string(), labels: z.record(z.string(), z.string()) }).optional(),
  /** Whether a reader may add one that the machine missed. */
  canAdd: z.boolean(),
  /** Always there, e.g. the breast's tissue: described, never rejected. */
  isAlwaysThere: z.boolean().optional(),
  /** Whether it lies on a side. */
  hasSide: z.boolean(),
  /**
   * Of what may be one lesion in several places, which a reader merges: with types of the same name.
   */
  lesion: z.string().optional(),
  /** Whether one lesion may lie on both sides. */
  isAcross: z.boolean().optional(),
  /**
   * The descriptor that says whether it is there at all; without one a finding that is not there is added.
   */
  statedBy: z.string().optional(),
  descriptors: z.array(z.object({ name: z.string(), label: z.string(), values: z.array(codedOption) })),
  measurements: z.array(
    z.object({ quantity: z.string(), label: z.string(), units: z.array(z.enum(units)), most: z.number() }),
  ),
});
export type ReviewedType = z.infer<typeof reviewedType>;

/** What a reader may change in reports of a module: the same list for screens and for the server's checks. */
export const reviewFields = z.object({
  types: z.array(reviewedType),
  /** The categories that may be given; none where the module has no category. */
  categories: z.array(z.object({ value: z.union([z.number(), z.string()]), label: z.string() })),
  /** Of an exam: how many slices its stack has, for what is added or drawn on one. */
  slices: z.int().optional(),
  /** Of an exam: the size of each in pixels; null of one that was not read. */
  slicePictures: z.array(z.object({ width: z.int(), height: z.int() }).nullable()).optional(),
});
export type ReviewFields = z.infer<typeof reviewFields>;

export type SplitPart = NonNullable<ChangeOf<'split'>['parts']>[number];

/** The image that a reader drew on, as the engine read it. */
export interface OutlinedOn {
  readonly outline: Outline;
  readonly picture: { readonly width: number; readonly height: number };
  readonly machine: AnyReading;
}

/** A module's `review.ts`: what may be changed, and what follows from the findings by rule. */
export interface ReviewModule {
  readonly fields: ReviewFields;
  /**
   * The finding as one that is not there: state, descriptors and words; the caller clears what was measured.
   */
  rejected(finding: AnyFinding): AnyFinding;
  /** The finding with that descriptor; where a descriptor tells whether it is found the state follows. */
  described(finding: AnyFinding, descriptor: string, value: CodedValue): AnyFinding;
  /**
   * The finding with what follows from that quantity, which a reader just measured: a size row, a grade of
   * dilation.
   */
  measured(finding: AnyFinding, quantity: string): AnyFinding;
  /** The finding with what follows from its outline, which a reader just drew; the region is set already. */
  outlined?(finding: AnyFinding, measures: OutlineMeasures, on: OutlinedOn): AnyFinding;
  /** Of an exam: the finding with what follows from the slices that a reader put it on or outlined it on. */
  seenOn?(finding: AnyFinding): AnyFinding;
  /** Of findings that are one lesion: that which says what it is; without it the widest. */
  lead?(parts: readonly AnyFinding[]): AnyFinding | undefined;
  /** Of an exam: findings that are one lesion, as the first of them. */
  merged?(parts: readonly AnyFinding[]): AnyFinding;
  /**
   * Of an exam: a lesion that its engine linked, and those that take some of its marks. A sentence where it
   * cannot be parted so.
   */
  split?(finding: AnyFinding, parts: readonly SplitPart[]): readonly AnyFinding[] | string;
  /** A finding that the machine missed, before it is described. */
  added(type: string, id: string): AnyFinding;
  /** Category, facts and sentences as they follow from changed findings, by the module's rules. */
  concluded(reading: AnyReading): AnyReading;
  /** Null where the reading names none. */
  categoryOf(reading: AnyReading): CategoryValue | null;
  /** The reading with the category that a reader gives instead. */
  withCategory(reading: AnyReading, value: CategoryValue, reason: string): AnyReading;
}

/** Of a module that says nothing of it: its reports can be signed as they are, with texts. */
export const noReview: ReviewModule = {
  fields: { types: [], categories: [] },
  rejected: (finding) => finding,
  described: (finding, descriptor, value) => ({
    ...finding,
    descriptors: { ...finding.descriptors, [descriptor]: value },
  }),
  measured: (finding) => finding,
  added: (type, id) => {
    throw new Error(`a finding ${id} of the type ${type} cannot be added`);
  },
  concluded: (reading) => reading,
  categoryOf: () => null,
  withCategory: (reading) => reading,
};
