import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { manifestOf } from '@second-read/analyses/manifests';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { ExamSlice, SliceOutcome } from '@second-read/core/exam/exam-slice';
import type { ExamReads, SliceRead } from '../../platform/compute/compute.ts';
import { labelMapName } from '../save-maps.ts';
import type { ExamFile } from './gather-files.ts';

export interface PlacedFile {
  readonly file: ExamFile;
  readonly placeMm: number | null;
  readonly slabMm: number | null;
}

/** A picture that was read, and its label map below the output folder. */
export interface DoneSlice {
  readonly slice: ExamSlice;
  readonly labels: string | undefined;
}

/** A picture may take this many times what a call of the server may, then counts as failed. */
const patience = 5;

/**
 * Reads pictures side by side, as many at a time as there are threads; label maps go to disk as they come.
 */
export async function readSlices(
  files: readonly PlacedFile[],
  given: {
    readonly module: AnalysisId;
    readonly compute: ExamReads;
    readonly threads: number;
    readonly out: string;
  },
  onDone: (done: DoneSlice, index: number) => void,
): Promise<DoneSlice[]> {
  await mkdir(join(given.out, 'labels'), { recursive: true });
  const done: DoneSlice[] = [];
  const queue = files.entries();
  const work = async () => {
    for (const [index, { file, placeMm, slabMm }] of queue) {
      const { outcome, labels } = await readOne(file, given);
      const path = labels === undefined ? undefined : labelMapName(index, file.name);
      if (labels !== undefined && path !== undefined) await writeFile(join(given.out, path), labels);
      const one = { slice: { file: file.name, placeMm, slabMm, outcome }, labels: path };
      done[index] = one;
      onDone(one, index);
    }
  };
  await Promise.all(Array.from({ length: given.threads }, work));
  return done;
}

/** Whatever happens to one picture is its outcome. */
async function readOne(
  { path, frame }: ExamFile,
  { module, compute }: { readonly module: AnalysisId; readonly compute: ExamReads },
): Promise<Pick<SliceRead, 'outcome' | 'labels'>> {
  try {
    const options = frame === undefined ? {} : { options: { frame: String(frame) } };
    const signal = AbortSignal.timeout(patience * manifestOf(module).timeoutMs);
    return await compute.readForExam({ module, path, ...options }, { signal });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isOverdue = error instanceof Error && error.name === 'AbortError';
    const outcome: SliceOutcome = {
      status: 'failed',
      reason: isOverdue ? 'timeout' : 'internal_error',
      message,
    };
    return { outcome };
  }
}
