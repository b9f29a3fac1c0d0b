import { batchMaxSlices } from '@second-read/contract/batches';
import type { Reconstruction } from '@second-read/core/exam/stack/reconstruction';
import { outlineOf, preferredSeries, type SeriesOutline } from '@second-read/core/exam/stack/series-choice';
import { unfit } from '@second-read/core/exam/stack/set-aside';
import type { FileIdentity } from '@second-read/core/patient/file-identity';
import { patientsOfFiles } from '@second-read/core/patient/patients-of-files';
import { arrangeSeries, placesAlongNormal, type Series } from '@second-read/core/series/arrange-series';
import { factsOfFrame, type SliceFacts } from '@second-read/core/series/slice-facts';
import { type FoundSlice, factsOf, type LookOptions, lookAtFiles, picture } from './look-at-files.ts';
import { notReadable, type PassedOver, passedOverWords, tooLarge, tooManyPixels } from './passed-over.ts';
import { SeriesError } from './series-error.ts';
import { pickedFile } from './source-file.ts';
import { sourcesOf } from './sources-of.ts';
import { type StudyChoice, studyChoice } from './study-choice.ts';

/** One picture of a series: a file, or a frame of one. */
export interface Slice {
  /** Counted from 1; null where the file is one picture. */
  readonly frame: number | null;
  /**
   * The file says that text is burned into its picture, (0028,0301). What is deflated says it to the server
   * alone.
   */
  readonly saysBurnedIn: boolean;
  /** PNG, JPEG and the like say nothing of where they lie. */
  readonly isDicom: boolean;
  /**
   * What the scanner and other viewers call it; undefined where the file has no number, or is of several
   * frames.
   */
  readonly instanceNumber?: number | undefined;
  /** Of a view: what its file says of it; null where it says nothing. */
  readonly shows?: ShownView;
  file(): Promise<File>;
}

/** What the file of a mammogram says that it shows. */
export interface ShownView {
  readonly name: string;
  readonly side: 'left' | 'right' | null;
  /** Null of other views than the two standard ones as well. */
  readonly view: 'CC' | 'MLO' | null;
  readonly isViewTold: boolean;
}

/** A stack of pictures in the order of the body. */
export interface OpenSeries {
  readonly kind: 'slices' | 'frames';
  readonly description: string | null;
  readonly modality: string | null;
  readonly orderedBy: Series['orderedBy'] | null;
  /** Slices, thickness and kernel: nothing that names a person. */
  readonly outline: SeriesOutline;
  /** The files name a contrast medium. */
  readonly hasContrast: boolean;
  /** Whether its slices may be read as those of a CT: no localizer, no reformat, not coronal. */
  readonly isAxialCt: boolean;
  /** Whether all slices have as many rows and columns. */
  readonly isOneSize: boolean;
  readonly slices: readonly Slice[];
}

/** What chosen files hold. */
export interface ReadFiles {
  /** The largest first. */
  readonly all: readonly OpenSeries[];
  /** Place in `all` of the series that is shown unless another is chosen. */
  readonly preferred: number;
  /** Files that are larger than can be sent, damaged, or stacks of too many frames. */
  readonly passedOver: readonly PassedOver[];
  /** So many files are no pictures, as a DICOMDIR or a viewer on a CD. */
  readonly others: number;
  /** Whom all of them name; null where they say nothing of it. */
  readonly identity: FileIdentity | null;
  /** How they spell one patient in several ways, in words. */
  readonly spellings: readonly string[];
}

interface ReadOptions extends LookOptions {
  readonly maxBytes: number;
  /** Of an image, as its header says, that the module takes. */
  readonly mostPixels: number;
  /** Whether pictures stand beside each other, as the views of a mammography, whatever series they are of. */
  readonly areViews?: boolean;
  /** Which of several reconstructions is shown first; without it the largest series. */
  readonly prefers?: Reconstruction | undefined;
  /** Asks which of several studies or patients is opened; its place in the list. */
  readonly onSeveral: (studies: readonly StudyChoice[]) => Promise<number>;
}

/**
 * The series among files that were dropped, picked or packed, and what was passed over.
 * @throws SeriesError when there is none, or more slices than a series may have.
 */
export async function readSeries(chosen: readonly File[], options: ReadOptions): Promise<ReadFiles> {
  const sources = await sourcesOf(chosen);
  const sendable = sources.filter(({ size }) => size <= options.maxBytes);
  const passedOver = sources
    .filter(({ size }) => size > options.maxBytes)
    .map((source) => tooLarge(source, options.maxBytes));
  const { slices: seen, damaged, others } = await lookAtFiles(sendable, options);
  const [found, tooBroad] = partition(seen, ({ facts }) => facts.rows * facts.columns <= options.mostPixels);
  passedOver.push(...tooBroad.map((slice) => tooManyPixels(slice, options.mostPixels)));
  const studies = patientsOfFiles(found);
  const chosenAt = studies.length > 1 ? await options.onSeveral(studies.map(studyChoice)) : 0;
  const { files: slices = [], identity = null, spellings = [] } = studies[chosenAt] ?? {};
  for (const { name } of found.filter((each) => !slices.includes(each)))
    passedOver.push({ name, why: 'of another patient or study' });
  const { series, preferred } = options.areViews
    ? { series: viewsOf(slices), preferred: undefined }
    : seriesOf(slices, options.prefers);
  passedOver.push(...damaged.map(notReadable));
  if (series.length === 0) {
    const none = `No ${options.takesPictures ? 'image' : 'DICOM image'} was found among these files.`;
    throw new SeriesError(`${none} ${passedOverWords(passedOver)}`.trim());
  }
  const [largest] = series;
  if (largest && largest.slices.length > batchMaxSlices) throw tooManySlices(largest.slices.length);
  const tooLong = series.filter(({ slices }) => slices.length > batchMaxSlices);
  passedOver.push(...tooLong.map(tooManyFrames));
  const all = series.filter((each) => !tooLong.includes(each));
  return {
    all,
    preferred: Math.max(0, preferred ? all.indexOf(preferred) : 0),
    passedOver,
    ...{ others, identity, spellings },
  };
}

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

/** The series among the files, the largest first, and the one that a module reads rather. */
function seriesOf(slices: readonly FoundSlice[], prefers: Reconstruction | undefined) {
  const arranged = arrangeSeries(slices);
  const axial = arranged.filter(isAxialCt);
  const best = prefers && preferredSeries(axial, prefers);
  const all = arranged.map((each) => ({ each, opened: opened(each) }));
  return {
    series: all.flatMap((one) => one.opened),
    preferred: all.find(({ each }) => each === best)?.opened[0],
  };
}

function isAxialCt({ slices }: Pick<Series, 'slices'>): boolean {
  return slices.some(({ facts }) => unfit(facts) === undefined);
}

/** A multi-frame file as a stack of its frames; null where it has one. */
export async function framesOf(file: File): Promise<OpenSeries | null> {
  const facts = await factsOf(pickedFile(file)).catch(() => null);
  if (!facts || facts.frames < 2) return null;
  if (facts.frames > batchMaxSlices) throw tooManySlices(facts.frames);
  return framesSeries(file.name, facts, async () => file);
}

/** The slice that is shown first, from 0: the middle of a CT, the first of anything else. */
export function firstShown({ modality, slices }: OpenSeries): number {
  return modality === 'CT' ? Math.floor(slices.length / 2) : 0;
}

/**
 * All single pictures as one exam, in the order of their names; multi-frame files are stacks of their own.
 */
function viewsOf(found: readonly FoundSlice[]): OpenSeries[] {
  const byName = found.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  const { modality } = byName[0]?.facts ?? {};
  return opened({ uid: undefined, description: undefined, modality, slices: byName, orderedBy: 'name' });
}

/** Multi-frame files are stacks of their own. */
function opened({ slices, description, modality, orderedBy }: Series<FoundSlice>): OpenSeries[] {
  const single = slices.filter(({ facts }) => facts.frames === 1);
  const stacks = slices
    .filter(({ facts }) => facts.frames > 1)
    .map(({ name, facts, source }) => framesSeries(name, facts, source.file));
  if (single.length === 0) return stacks;
  const series: OpenSeries = {
    kind: 'slices',
    description: description ?? null,
    modality: modality ?? null,
    orderedBy,
    outline: outlineOf({ slices: single }),
    hasContrast: single.some(({ facts }) => facts.contrast !== undefined),
    isAxialCt: isAxialCt({ slices: single }),
    isOneSize:
      // How large pictures are is not known before they are decoded.
      single.every(({ facts }) => facts !== picture) &&
      new Set(single.map(({ facts }) => `${facts.rows} ${facts.columns}`)).size === 1,
    slices: single.map(({ name, facts, source }) => ({
      shows: shownView(name, facts),
      instanceNumber: facts.instanceNumber,
      frame: null,
      saysBurnedIn: facts.saysBurnedIn === true,
      isDicom: facts !== picture,
      file: source.file,
    })),
  };
  return [series, ...stacks];
}

function shownView(name: string, { laterality, view }: SliceFacts): ShownView {
  return {
    name,
    side: laterality === undefined ? null : laterality === 'L' ? 'left' : 'right',
    view: view === 'CC' || view === 'MLO' ? view : null,
    isViewTold: view !== undefined,
  };
}

function framesSeries(name: string, facts: SliceFacts, file: () => Promise<File>): OpenSeries {
  // Unpacked once, not for every frame.
  let whole: Promise<File> | undefined;
  const once = () => {
    whole ??= file();
    return whole;
  };
  return {
    kind: 'frames',
    description: facts.description ?? name,
    modality: facts.modality ?? null,
    orderedBy: null,
    outline: { ...outlineOf({ slices: [{ name, facts: factsOfFrame(facts, 0) }] }), slices: facts.frames },
    hasContrast: facts.contrast !== undefined,
    isAxialCt: unfit(factsOfFrame(facts, 0)) === undefined,
    isOneSize: true,
    slices: framesInOrder(name, facts).map((frame) => ({
      frame,
      saysBurnedIn: facts.saysBurnedIn === true,
      isDicom: true,
      file: once,
    })),
  };
}

/** Numbers from 1, in the order of the body where the frames have places. */
function framesInOrder(name: string, facts: SliceFacts): readonly number[] {
  const frames = Array.from({ length: facts.frames }, (_, at) => ({ name, facts: factsOfFrame(facts, at) }));
  const places = placesAlongNormal(frames);
  const numbers = frames.map((_, at) => at + 1);
  if (!places) return numbers;
  const placeOf = (number: number) => places.get(frames[number - 1] ?? { name, facts }) ?? 0;
  return numbers.toSorted((a, b) => placeOf(a) - placeOf(b) || a - b);
}

function tooManySlices(count: number): SeriesError {
  const max = batchMaxSlices.toLocaleString('en');
  return new SeriesError(
    `The series has ${count.toLocaleString('en')} slices. At most ${max} can be opened.`,
  );
}

function tooManyFrames({ description, slices }: OpenSeries): PassedOver {
  const [count, max] = [slices.length.toLocaleString('en'), batchMaxSlices.toLocaleString('en')];
  return { name: description ?? 'A series', why: `${count} slices, at most ${max} can be opened` };
}
