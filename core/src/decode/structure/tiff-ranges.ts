import { Damaged } from '../dicom/dataset/damaged.ts';
import type { TiffDirectory, TiffView } from './tiff-directory.ts';

/** Bytes of a file, from `start` up to before `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Offsets and lengths of strips, of tiles, and of the stream of old-style JPEG, which the strips may lie in.
 */
const places = [
  [273, 279],
  [324, 325],
  [513, 514],
] as const;

/** The largest picture in tiles of 16 x 16, the smallest there are, has 390,625. */
const maxRanges = 400_000;

/**
 * Where the first page's coded pixels lie. Ranges of one kind do not overlap, so that they sum to no more
 * than the file. Throws `Damaged`.
 */
export function* pixelRanges(source: TiffView, directory: TiffDirectory): Generator<Range> {
  for (const [offsetTag, lengthTag] of places) yield* rangesOf(source, directory, { offsetTag, lengthTag });
}

function rangesOf(
  source: TiffView,
  { entries }: TiffDirectory,
  { offsetTag, lengthTag }: { offsetTag: number; lengthTag: number },
): Range[] {
  const numbers = (wanted: number) => {
    const entry = entries.find((each) => each.tag === wanted);
    if ((entry?.count ?? 0) > maxRanges) throw new Damaged('corrupt_file', 'too many strips');
    return entry ? source.numbers(entry) : [];
  };
  const offsets = numbers(offsetTag);
  const lengths = numbers(lengthTag);
  // Writers leave lengths out where there is one strip: to the end of the file then.
  if (offsets.length > lengths.length && offsets.length > 1)
    throw new Damaged('corrupt_file', 'strip lengths');
  const fileBytes = source.bytes.length;
  const ranges = offsets.map((start, i) => ({ start, end: start + (lengths[i] ?? fileBytes - start) }));
  refuseOverlaps(ranges, fileBytes);
  return ranges;
}

/** Empty strips may stand anywhere: writers leave out what is blank. */
function refuseOverlaps(ranges: readonly Range[], fileBytes: number): void {
  const sorted = ranges.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start);
  let last = 0;
  for (const { start, end } of sorted) {
    if (start < last) throw new Damaged('corrupt_file', 'overlapping strips');
    last = end;
  }
  if (last > fileBytes) throw new Damaged('corrupt_file', 'strip beyond the end');
}
