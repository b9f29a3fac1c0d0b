import { type CaptureNote, captureWords } from './capture-note.ts';

/** Where a picture stood among others: frames of one file, or slices of a series. */
export interface PictureCounts {
  /** Counted from 1, as DICOM counts frames. */
  readonly frame?: number;
  readonly frames?: number;
  /** Counted from 1, in the order of the slices' positions. */
  readonly slice?: number;
  readonly slices?: number;
  /** Instance Number (0020,0013): what the scanner and other viewers call the picture. */
  readonly instanceNumber?: number;
  /** Of an exam: how many pictures it has. */
  readonly examSlices?: number;
  /** Of a picture of the cervix: when it was taken, as whoever took it says. */
  readonly capture?: CaptureNote;
}

/**
 * "Frame 61 of 120 (the middle)", "Slice 34 of 64 (image 31)" or both; undefined for a picture that
 * stood alone.
 */
export function partOf(counts: PictureCounts): string | undefined {
  const { frame, frames, slice, slices, instanceNumber, examSlices, capture } = counts;
  if (examSlices !== undefined) return `Exam of ${examSlices} ${examSlices === 1 ? 'image' : 'images'}`;
  const place = placeWords('Slice', slice, slices);
  const taken = capture && captureWords(capture);
  const words = [place && place + imageWords(instanceNumber, slice), frameWords(frame, frames), taken];
  return words.filter((word) => word !== undefined).join(', ') || undefined;
}

/** " (image 31)": the scanner's own number of an image, where it is known and not its place from 1. */
export function imageWords(instanceNumber: number | undefined, place: number | undefined): string {
  return instanceNumber === undefined || instanceNumber === place ? '' : ` (image ${instanceNumber})`;
}

/** The middle is what the decoder chooses of a CT where the caller does not. */
function frameWords(frame = 1, frames = 1): string | undefined {
  const words = placeWords('Frame', frame, frames);
  return frames > 2 && frame === Math.floor(frames / 2) + 1 ? `${words} (the middle)` : words;
}

function placeWords(name: string, number = 1, of = 1): string | undefined {
  return of > 1 ? `${name} ${number} of ${of}` : undefined;
}
