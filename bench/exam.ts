import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ExamModuleId } from '../analyses/exam-list.ts';
import { examPictures } from './exam/exam-pictures.ts';
import { type Finding, ratioFinding } from './measure.ts';

/** Aims on two cores, from the last byte to the report. */
const exams: readonly { module: ExamModuleId; count: number; pictures: string; limitMs: number }[] = [
  { module: 'lung', count: 64, pictures: 'chest slices', limitMs: 12_000 },
  { module: 'brain-ct', count: 40, pictures: 'head slices', limitMs: 5_000 },
  { module: 'breast', count: 4, pictures: 'mammograms of 12 megapixels', limitMs: 4_000 },
];
const memoryLimitMb = 1_000;

/**
 * Wall time of whole exams from the last byte to the report, threads warm; half of their processor time,
 * which two idle cores need at least, whatever else this machine is busy with; the most memory of the
 * process that reads them, whatever their length; and its processor time against its networks run bare by
 * onnxruntime on the same tensors. Each exam has a process of its own.
 */
export async function benchExam(): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { module, count, pictures, limitMs } of exams) {
    const folder = mkdtempSync(join(tmpdir(), 'second-read-bench-exam-'));
    try {
      await examPictures(module, count, folder);
      const { ms, processorMs, peakMb, ours, bare } = await readElsewhere(module, folder);
      const finding = (what: string, ours: number, peer: number, unit: string): Finding => ({
        ...{ name: `exam: ${count} ${pictures}, ${what}`, ours, against: 'the limit', peer, unit },
        ...{ aim: 'at most 1.00 times', isMet: ours <= peer },
      });
      findings.push(
        finding(`last byte to report, ${availableParallelism()} threads`, ms, limitMs, 'ms'),
        finding('processor time over two cores', processorMs / 2, limitMs, 'ms'),
        finding('most memory of the process', peakMb, memoryLimitMb, 'MB'),
        ratioFinding(
          `exam: ${count} ${pictures}, processor time of one thread`,
          'its networks alone',
          { ours, peer: bare },
          2,
        ),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return findings;
}

async function readElsewhere(
  module: string,
  folder: string,
): Promise<{ ms: number; processorMs: number; peakMb: number; ours: number; bare: number }> {
  const program = new URL('./exam/read-exam.ts', import.meta.url).pathname;
  // As `npm run exam` starts it.
  const asItRuns = '--single-threaded-gc';
  const child = spawn(process.execPath, [asItRuns, '--import', 'tsx', program, module, folder], {
    env: { ...process.env, MALLOC_MMAP_THRESHOLD_: String(8 * 1024 * 1024) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = await text(child.stdout);
  if (said === '') throw new Error(`the exam of ${module} was not read`);
  return JSON.parse(said);
}
