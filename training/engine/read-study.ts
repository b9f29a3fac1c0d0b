import { readFile } from 'node:fs/promises';
import { studyOfFile } from '../../analyses/study.test-support.ts';
import { createCodecs } from '../../apps/server/src/platform/compute/codecs/create-codecs.ts';
import { decodeStudy } from '../../core/src/decode/decode-study.ts';
import type { Study } from '../../core/src/decode/study.ts';

/** A picture or DICOM file as the server reads it. */
export async function readStudy(path: string): Promise<Study> {
  if (!path.endsWith('.dcm')) return studyOfFile(path);
  const result = await decodeStudy(await readFile(path), createCodecs());
  if (!result.ok) throw new Error(`${path}: ${result.problem}`);
  return result.study;
}
