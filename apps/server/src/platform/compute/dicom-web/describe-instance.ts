import { Damaged } from '@second-read/core/decode/dicom/dataset/damaged';
import { splitFile, writingOf } from '@second-read/core/decode/dicom/read-file';
import type { DataSet } from '@second-read/core/encode/dicom/data-set';
import { type FileInput, wholeInput } from '../clean/file-input.ts';
import { dicomJson } from './dicom-json.ts';
import { servedHead } from './served-head.ts';

export interface DescribeTask {
  /** A file that the server wrote, or the beginning of a stored copy. */
  readonly file: FileInput;
  /** Of a stored copy: the attributes that it is served with. */
  readonly identity?: DataSet | undefined;
}

export type DescribeOutcome =
  | {
      readonly ok: true;
      /** A `JsonDataset`, without pixels. */
      readonly json: string;
      /** Of a stored copy: what is sent before its pixels, and where these begin in it. */
      readonly head?: Uint8Array;
      readonly pixelsAt?: number;
    }
  /** It ends before its pixels, or is damaged. */
  | { readonly ok: false };

/** One instance in the DICOM JSON model, with the head it is served with. */
export async function describeInstance(
  { file, identity }: DescribeTask,
  spoolKey: Uint8Array,
): Promise<DescribeOutcome> {
  const bytes = await wholeInput(file, spoolKey);
  try {
    if (!identity) {
      const { syntax, rest } = splitFile(bytes);
      return { ok: true, json: JSON.stringify(dicomJson(rest, 0, writingOf(syntax, rest))) };
    }
    const { head, offset, writing, pixelsAt } = servedHead(bytes, identity);
    return { ok: true, json: JSON.stringify(dicomJson(head, offset, writing)), head, pixelsAt };
  } catch (error) {
    if (error instanceof Damaged) return { ok: false };
    throw error;
  }
}
