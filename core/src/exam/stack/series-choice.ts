import { z } from 'zod';
import type { Series, SliceFile } from '../../series/arrange-series.ts';
import type { SliceFacts } from '../../series/slice-facts.ts';
import { kernelKind, kernelName, sharpnessOf } from './kernel.ts';
import { type PassChoice, passWords } from './passes.ts';
import { partBelow, type Reconstruction } from './reconstruction.ts';

/** A series in numbers: nothing of it names a person. */
export const seriesOutline = z.strictObject({
  slices: z.int().min(1),
  thicknessMm: z.number().positive().max(1000).nullable(),
  kernel: kernelName.nullable(),
});
export type SeriesOutline = z.infer<typeof seriesOutline>;

/** The series that is read, and those of the same study that are not. */
export const seriesChoice = z.strictObject({
  read: seriesOutline,
  others: z.array(seriesOutline).max(200),
  /** Who chose it: the program by its rule, or the user instead. */
  by: z.enum(['program', 'user']),
});
export type SeriesChoice = z.infer<typeof seriesChoice>;

export function outlineOf({ slices }: Pick<Series, 'slices'>): SeriesOutline {
  const { kernel, thicknessMm } = slices[0]?.facts ?? {};
  const parsed = seriesOutline.shape.kernel.safeParse(kernel ?? null);
  return {
    slices: slices.length,
    thicknessMm: thicknessMm !== undefined && thicknessMm > 0 && thicknessMm <= 1000 ? thicknessMm : null,
    kernel: parsed.success ? parsed.data : null,
  };
}

/** Whether two outlines may be of one series. */
export function isSameOutline(one: SeriesOutline, other: SeriesOutline): boolean {
  const { slices, thicknessMm, kernel } = other;
  return one.slices === slices && one.thicknessMm === thicknessMm && one.kernel === kernel;
}

/** "64 slices, 1.25 mm thick, kernel B60s". */
export function outlineWords({ slices, thicknessMm, kernel }: SeriesOutline): string {
  return [
    slices === 1 ? '1 slice' : `${slices.toLocaleString('en')} slices`,
    ...(thicknessMm === null ? [] : [`${Number(thicknessMm.toFixed(2))} mm thick`]),
    ...(kernel === null ? [] : [`kernel ${kernel}`]),
  ].join(', ');
}

/** Why the program chose it. */
export const choiceReasons: Readonly<Record<Reconstruction, string>> = {
  thin: 'the thinnest slices of the whole region',
  soft: 'a soft reconstruction of the whole region',
};

/** A reconstruction is called soft where its kernel is known to be. */
function reasonOf({ kernel }: SeriesOutline, prefers: Reconstruction): string {
  const kind = kernelKind(kernel ?? undefined);
  if (prefers === 'thin' || kind === 'soft') return choiceReasons[prefers];
  return kind === 'sharp'
    ? 'the whole region, which only a sharp reconstruction shows'
    : 'a reconstruction of the whole region by an unknown kernel';
}

/** Of more, only the number is shown. */
const maxNamed = 3;

interface StackChoice {
  readonly choice?: SeriesChoice | undefined;
  readonly passes?: PassChoice | undefined;
}

/** What the report says of the choice of a series and of a pass in it; nothing where there was none. */
export function choiceSentences({ choice, passes }: StackChoice, prefers: Reconstruction): string[] {
  return [...(choice ? seriesSentence(choice, prefers) : []), ...(passes ? [passWords(passes)] : [])];
}

function seriesSentence({ read, others, by }: SeriesChoice, prefers: Reconstruction): string[] {
  if (others.length === 0) return [];
  const why = by === 'user' ? 'by the user' : `as ${reasonOf(read, prefers)}`;
  const more = others.length - maxNamed;
  const named = [
    ...others.slice(0, maxNamed).map(outlineWords),
    ...(more > 0 ? [`${more} more series`] : []),
  ].join('; ');
  return [`Series read: ${outlineWords(read)}; chosen ${why}. Other series, not read: ${named}.`];
}

/** The series that is read where the reader does not choose: of those that show the whole region. */
export function preferredSeries<T extends Pick<Series<SliceFile>, 'slices'>>(
  series: readonly T[],
  prefers: Reconstruction,
): T | undefined {
  const longest = Math.max(0, ...series.map(extentOf));
  const whole = series.filter((each) => extentOf(each) >= partBelow * longest);
  return whole.toSorted((a, b) => preference(b, prefers) - preference(a, prefers))[0];
}

/** Millimetres from the first to the last slice; the number of slices where no places are known. */
function extentOf({ slices }: Pick<Series, 'slices'>): number {
  const [first, last] = [slices[0]?.facts.position?.[2], slices[slices.length - 1]?.facts.position?.[2]];
  return first === undefined || last === undefined
    ? slices.length
    : Math.max(slices.length, Math.abs(last - first));
}

function preference({ slices }: Pick<Series, 'slices'>, prefers: Reconstruction): number {
  const facts: Partial<SliceFacts> = slices[0]?.facts ?? {};
  const thin = -(facts.thicknessMm ?? 5);
  if (prefers === 'thin') return 10 * thin + slices.length / 1e4;
  return (sharpnessOf(facts) === 'sharp' ? -100 : 0) + thin + slices.length / 1e4;
}
