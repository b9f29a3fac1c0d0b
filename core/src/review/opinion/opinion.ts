import { z } from 'zod';
import { sides } from '../../reading/finding.ts';
import { pointSchema } from '../../reading/outline.ts';
import type { AnyReading } from '../../reading/reading.ts';
import type { ReviewFields } from '../review-module.ts';

/** One thing that a reader sees. */
const opinionFinding = z.strictObject({
  type: z.string().min(1).max(60),
  side: z.enum(sides).nullable(),
  /** Where, in pixels of the picture. */
  place: pointSchema.optional(),
  /** Of an exam: on which slice, from 0 along the stack. */
  slice: z.int().min(0).optional(),
});

/** What a reader says of a picture or exam without sight of the machine's result, or of another reader's. */
export const opinionSchema = z.strictObject({
  /** By the module's list; null where the module gives none. */
  category: z.union([z.number(), z.string().max(20)]).nullable(),
  /** None: nothing abnormal. */
  findings: z.array(opinionFinding).max(50),
});
export type Opinion = z.infer<typeof opinionSchema>;

/** BI-RADS: negative and benign. */
const unremarkable: readonly (number | string)[] = [1, 2];

/** Whether anything calls for something to be done. */
export function isAbnormal({ category, findings }: Opinion): boolean {
  return category === null ? findings.length > 0 : !unremarkable.includes(category);
}

/** Types that somebody can see or not see; what is always there is no opinion. */
export function opinionTypes({ types }: ReviewFields): ReviewFields['types'] {
  return types.filter(({ isAlwaysThere }) => !isAlwaysThere);
}

/** What the machine says, in the same terms. */
export function opinionOf(reading: AnyReading, fields: ReviewFields): Opinion {
  const known = new Set(opinionTypes(fields).map(({ type }) => type));
  return {
    category: fields.categories.length > 0 ? (reading.category?.value ?? null) : null,
    findings: reading.findings
      .filter(({ type, state }) => state === 'found' && known.has(type))
      .map(({ type, side }) => ({ type, side })),
  };
}

interface Setting {
  readonly fields: ReviewFields;
  readonly picture: { readonly width: number; readonly height: number };
}

/** Why it cannot be kept, in a sentence for the reader; null where it can. */
export function opinionRefusal({ category, findings }: Opinion, { fields, picture }: Setting): string | null {
  const { categories, slices = 0, slicePictures = [] } = fields;
  if (categories.length > 0 && !categories.some(({ value }) => value === category))
    return category === null ? 'Give a category.' : `There is no category ${category}.`;
  if (categories.length === 0 && category !== null) return 'This module gives no category.';
  for (const { type, side, place, slice } of findings) {
    const known = opinionTypes(fields).find((each) => each.type === type);
    if (known === undefined) return `There are no findings of the type "${type}".`;
    if (side !== null && !known.hasSide) return `${known.label} has no side.`;
    if (slice !== undefined && slice >= slices) return `There is no image ${slice + 1}.`;
    const { width, height } = (slice === undefined ? null : slicePictures[slice]) ?? picture;
    const isOutside = place && (place.x < 0 || place.y < 0 || place.x > width || place.y > height);
    if (isOutside) return 'A mark lies outside of the picture.';
  }
  return null;
}
