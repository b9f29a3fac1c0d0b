import { imageWords } from '../../report/part-of.ts';
import { listed } from '../../report/sentences.ts';
import type { StoredExam, StoredExamFinding, StoredSlice } from '../stored-exam.ts';

/** Of an exam as it is stored, in the order of the stack. */
export type NumberedSlices = readonly Pick<StoredSlice, 'instanceNumber'>[];
type NamedExam = Pick<StoredExam, 'slices'> & { readonly reading: Pick<StoredExam['reading'], 'views'> };

/** "slice 12 (image 45)", "slices 12 to 17 (images 45 to 50)": the first to the last of places from 0. */
export function sliceSpan(places: readonly number[], slices: NumberedSlices): string {
  const [first, last] = [Math.min(...places), Math.max(...places)];
  if (first === last) return `slice ${numberOf(first, slices)}`;
  return `slices ${first + 1} to ${last + 1}${imageSpan(first, last, slices)}`;
}

/** Numbers that neither rise nor fall with the places, as of frames in any order, are listed. */
function imageSpan(first: number, last: number, slices: NumberedSlices): string {
  const [from, to] = [imageOf(first, slices), imageOf(last, slices)];
  if (from === undefined || to === undefined || (from === first + 1 && to === last + 1)) return '';
  const between = slices.slice(first, last + 1).flatMap(({ instanceNumber }) => instanceNumber ?? []);
  const inOrder = between.toSorted((a, b) => (from < to ? a - b : b - a));
  if (between.every((number, at) => number === inOrder[at])) return ` (images ${from} to ${to})`;
  return between.length <= maxListed
    ? ` (images ${listed(between.map(String))})`
    : ` (images of ${Math.min(...between)} to ${Math.max(...between)}, in another order)`;
}

/** More numbers than these are no longer listed one by one. */
const maxListed = 6;

/** "slices 5 (image 8) and 9": each of places from 0 by itself. */
export function sliceList(places: readonly number[], slices: NumberedSlices): string {
  return `${places.length === 1 ? 'slice' : 'slices'} ${listed(places.map((place) => numberOf(place, slices)))}`;
}

/** What the image at a place from 0 is called: "slice 12 (image 45)"; of a mammography "right MLO". */
export function placeName(place: number, { slices, reading: { views } }: NamedExam): string {
  if (views === undefined) return sliceSpan([place], slices);
  const shown = views.find(({ slice }) => slice === place);
  return shown ? `${shown.side} ${shown.view}` : `view ${place + 1}`;
}

interface Marked {
  readonly side?: StoredExamFinding['side'];
  readonly slices: readonly { readonly slice: number }[];
}

/** Where a finding shows: "slices 12 to 17", "on CC and MLO" of its side; nothing without marks. */
export function shownOn({ side, slices: marks }: Marked, exam: NamedExam): string[] {
  const places = [...new Set(marks.map(({ slice }) => slice))];
  if (places.length === 0) return [];
  const { views } = exam.reading;
  if (views === undefined) return [sliceSpan(places, exam.slices)];
  const own = places.flatMap(
    (place) => views.find((view) => view.slice === place && view.side === side) ?? [],
  );
  const isOwn = own.length === places.length;
  const names = isOwn ? own.map(({ view }) => view) : places.map((place) => placeName(place, exam));
  return [`on ${listed([...new Set(names)])}`];
}

function numberOf(place: number, slices: NumberedSlices): string {
  return `${place + 1}${imageWords(imageOf(place, slices), place + 1)}`;
}

function imageOf(place: number, slices: NumberedSlices): number | undefined {
  return slices[place]?.instanceNumber ?? undefined;
}
