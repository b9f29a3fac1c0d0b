import type { DicomCodec } from '../dicom-codec.ts';
import { sizeProblem } from '../limits.ts';
import type { DecodeResult } from '../study.ts';
import { Damaged } from './dataset/damaged.ts';
import type { Dataset } from './dataset/dataset.ts';
import { frameStudy } from './frame/frame-study.ts';
import { decodeFrame } from './frame/stored-frame.ts';
import { describeImage } from './image-description.ts';
import { readFile } from './read-file.ts';

/**
 * Decodes one frame of a DICOM file, counted from 0: the requested one, else the middle one of a CT, else
 * the first. `source.frame` says which.
 */
export async function decodeDicom(
  bytes: Uint8Array,
  codec: DicomCodec,
  wanted?: number,
  mostPixels?: number,
): Promise<DecodeResult> {
  try {
    const file = readFile(bytes, codec);
    const image = describeImage(file.dataset);
    const problem = sizeProblem(image.columns, image.rows, mostPixels);
    if (problem !== undefined) return { ok: false, problem };
    const index = chooseFrame(file.dataset, image.frames, wanted);
    const frame = await decodeFrame(file, image, index, codec);
    return { ok: true, study: frameStudy(file, image, frame, index) };
  } catch (error) {
    if (error instanceof Damaged) return { ok: false, problem: error.problem };
    throw error;
  }
}

function chooseFrame(dataset: Dataset, frames: number, wanted: number | undefined): number {
  if (wanted !== undefined && Number.isInteger(wanted)) return Math.min(Math.max(wanted, 0), frames - 1);
  return dataset.text('modality') === 'CT' ? Math.floor(frames / 2) : 0;
}
