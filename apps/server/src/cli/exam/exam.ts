import { mkdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { moduleOf } from '@second-read/analyses/catalogue';
import { exams } from '@second-read/analyses/exam-list';
import { wordingOf } from '@second-read/analyses/stored-reading';
import { hangingOf } from '@second-read/core/exam/hanging';
import { examOfReport } from '@second-read/core/exam/report/concluded-exam';
import type { ExamModule } from '@second-read/core/exam/report/exam-report';
import { outlineWords } from '@second-read/core/exam/stack/series-choice';
import { type FoundSeries, type StackFacts, stackOf, viewsOf } from '@second-read/core/exam/stack/stack';
import type { CommandLineContext } from '../../context/command-line-context.ts';
import { UsageError } from '../usage-error.ts';
import { type ExamArguments, examUsage, parseExamArguments } from './exam-arguments.ts';
import { examJson, statusOf } from './exam-json.ts';
import { type ExamFile, gatherFiles } from './gather-files.ts';
import { filesOfOnePatient } from './one-patient.ts';
import { type DoneSlice, readSlices } from './read-slices.ts';

type Context = Pick<CommandLineContext, 'say' | 'openCompute'>;

/**
 * `exam <module> PATH… --out DIR`: one exam of one patient, whatever number of pictures it has, to
 * `DIR/exam.json`. Gives the exit code: 0 when it was written, 2 for a call that makes no sense, 1 when it
 * could not be written.
 */
export async function exam(args: readonly string[], context: Context): Promise<number> {
  const scratch = await mkdtemp(join(tmpdir(), 'second-read-exam-'));
  try {
    await examPaths(parseExamArguments(args), scratch, context);
    return 0;
  } catch (error) {
    context.say(error instanceof Error ? error.message : String(error));
    if (!(error instanceof UsageError)) return 1;
    context.say(examUsage);
    return 2;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function examPaths(call: ExamArguments, scratch: string, { say, openCompute }: Context): Promise<void> {
  const { module, out, modelsRoot } = call;
  const since = stopwatch();
  mkdirSync(out, { recursive: true });
  const models = modelsRoot === undefined ? {} : { modelsRoot: resolve(modelsRoot) };
  const compute = openCompute({ threads: call.jobs, ...models });
  try {
    const { files: found, notPictures } = await gatherFiles(call.paths, scratch);
    if (found.length === 0) throw new UsageError('There is no picture among the files.');
    const { files, setAside: ofOthers, spellings } = filesOfOnePatient(found, call);
    for (const each of spellings) say(`the files differ: ${each}`);
    const reader = await exams[module]();
    const stack = stackFor(files, reader, call);
    const { series } = stack.facts;
    if (series.length > 1) for (const each of series) say(seriesLine(each));
    if (call.series !== undefined && !series.some(({ isRead }) => isRead))
      throw new UsageError(
        `No such series: ${call.series}. There ${series.length === 1 ? 'is 1' : `are ${series.length}`}.`,
      );
    for (const { file, message } of [...ofOthers, ...stack.facts.setAside])
      say(`set aside: ${file}, ${message}`);
    for (const name of notPictures) say(`set aside: ${name}, no picture`);
    const arrange = since();
    const total = stack.slices.length;
    const given = { module, compute, threads: Math.max(1, Math.min(call.jobs, total)), out };
    const done = await readSlices(stack.slices, given, ({ slice: { file, outcome } }, index) => {
      say(
        `[${index + 1}/${total}] ${file}: ${outcome.status}${outcome.status === 'read' ? '' : `, ${outcome.reason}`}`,
      );
    });
    const read = since() - arrange;
    for (const line of guessedViews(done)) say(line);
    const slices = done.map(({ slice }) => slice);
    const refusal = reader.refusal?.(slices);
    const words = moduleOf(module).exam;
    const report =
      words && refusal === undefined && slices.some(({ outcome }) => outcome.status === 'read')
        ? examOfReport(module, reader.read(slices, stack.facts), { slices: [], words })
        : undefined;
    const whole = since();
    const timings = { arrange, read, report: whole - read - arrange, total: whole };
    const setAside = [...ofOthers, ...stack.facts.setAside, ...notPictures.map(asideOf)];
    const status = statusOf(done, refusal, setAside);
    const { prefers } = reader;
    await writeFile(
      join(out, 'exam.json'),
      examJson(module, done, { report, status, stack: stack.facts, prefers, setAside, spellings }, timings),
    );
    say(`${report ? wordingOf(report).conclusion : (status.message ?? 'Nothing was read.')} (${whole} ms)`);
  } finally {
    await compute.close();
  }
}

function stackFor(files: readonly ExamFile[], reader: ExamModule, { module, series }: ExamArguments) {
  if (reader.isStack) return stackOf(files, { prefers: reader.prefers, wanted: series });
  if (series !== undefined) throw new UsageError(`--series: the views of ${module} are read together.`);
  return viewsOf(files);
}

function seriesLine({ number, description, isRead, ...outline }: FoundSeries): string {
  const name = description === undefined ? '' : ` (${description})`;
  return `series ${number}${name}: ${outlineWords(outline)}${isRead ? ', read' : ', not read'}`;
}

/** Mammograms of which no file says side or view: they were inferred from the image. */
function guessedViews(done: readonly DoneSlice[]): string[] {
  return done.flatMap(({ slice: { file, outcome } }) => {
    const hanging = outcome.status === 'read' ? hangingOf(outcome.evidence.facts) : undefined;
    if (!hanging || (hanging.isSideTold && hanging.isViewTold)) return [];
    const { side, view, isSideTold, isViewTold } = hanging;
    const untold = [...(isSideTold ? [] : ['side']), ...(isViewTold ? [] : ['view'])].join(' and ');
    return [`${file}: ${side} ${view}; ${untold} told from the picture, not from the file`];
  });
}

function asideOf(file: string): StackFacts['setAside'][number] {
  return { file, reason: 'no_picture', message: 'no picture' };
}

/** Whole milliseconds since it was made. */
function stopwatch(): () => number {
  const start = performance.now();
  return () => Math.round(performance.now() - start);
}
