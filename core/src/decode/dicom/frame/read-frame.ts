import type { RgbImage } from '../../../pixels/plane.ts';
import type { DicomCodec } from '../../dicom-codec.ts';
import { sniff } from '../../sniff.ts';
import type { DecodeProblem, PixelSpacing } from '../../study.ts';
import { Damaged } from '../dataset/damaged.ts';
import { describeImage, type ImageDescription } from '../image-description.ts';
import { statedSpacing } from '../pixel-spacing.ts';
import { type DicomFile, readFile } from '../read-file.ts';
import { frameColour } from './frame-colour.ts';
import { isGreyFrame } from './frame-study.ts';
import { frameTransform } from './frame-transform.ts';
import { decodeFrame, type StoredFrame } from './stored-frame.ts';

/** Attributes as stated in the file; undefined if absent. */
export interface DicomFacts {
  readonly transferSyntax: string;
  readonly modality?: string;
  readonly image?: ImageDescription;
  readonly rescale?: { readonly slope: number; readonly intercept: number };
  readonly window?: { readonly centre: number; readonly width: number };
  readonly spacing?: PixelSpacing;
}

export type DicomFrame =
  | {
      readonly ok: true;
      readonly facts: DicomFacts;
      /** Stored values: before rescaling and inversion, colour as in the file. */
      readonly frame: StoredFrame;
      /** The frame in display colours, where it has colours. */
      readonly colour?: RgbImage;
    }
  | { readonly ok: false; readonly problem: DecodeProblem | 'no_such_frame'; readonly facts?: DicomFacts };

/** One frame, counted from 0, with its stored values and facts, for checking the decoder. */
export async function readDicomFrame(
  bytes: Uint8Array,
  codec: DicomCodec,
  index: number,
): Promise<DicomFrame> {
  if (bytes.length === 0) return { ok: false, problem: 'empty_file' };
  if (sniff(bytes) !== 'dicom') return { ok: false, problem: 'unknown_format' };
  let facts: DicomFacts | undefined;
  try {
    const file = readFile(bytes, codec);
    facts = factsOf(file, index);
    const image = describeImage(file.dataset);
    facts = { ...facts, image };
    if (index >= image.frames) return { ok: false, problem: 'no_such_frame', facts };
    const frame = await decodeFrame(file, image, index, codec);
    const colour = isGreyFrame(frame) ? undefined : frameColour(frame, file.dataset);
    return { ok: true, facts, frame, colour };
  } catch (error) {
    if (error instanceof Damaged) return { ok: false, problem: error.problem, facts };
    throw error;
  }
}

function factsOf({ dataset, syntax }: DicomFile, index: number): DicomFacts {
  const { rescale, voi } = frameTransform(dataset, index);
  const slope = rescale.number('rescaleSlope');
  const centre = voi.number('windowCentre');
  const width = voi.number('windowWidth');
  return {
    transferSyntax: syntax.uid,
    modality: dataset.text('modality'),
    rescale: slope === undefined ? undefined : { slope, intercept: rescale.number('rescaleIntercept') ?? 0 },
    window: centre === undefined || width === undefined ? undefined : { centre, width },
    spacing: statedSpacing(dataset, index),
  };
}
