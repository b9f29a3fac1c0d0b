import { availableParallelism } from 'node:os';
import { type ExamModuleId, examModuleIds } from '@second-read/analyses/exam-list';
import { parseTextOptions, wholeNumber } from '../arguments.ts';
import { UsageError } from '../usage-error.ts';

export const examUsage = `Usage: npm run --silent exam -- <${examModuleIds.join('|')}> PATH… --out DIR [--study S] [--series S] [--jobs N] [--models DIR]

  PATH          a folder, a ZIP file, or the files of one exam
  --out DIR     where exam.json and the label maps go
  --study S     of several patients or studies, the one to read: its number in the list that is printed, or
                its UID; "all" reads data sets that gave every file a patient of its own as one exam
  --series S    of several series, the one to read: its number in the list that is printed, or its UID
                (default: head a soft, chest the thinnest reconstruction of the whole region)
  --jobs N      threads (default: as many as there are processors)
  --models DIR  folder with <module>/model/*.onnx, to use other models`;

export interface ExamArguments {
  readonly module: ExamModuleId;
  readonly paths: readonly string[];
  readonly out: string;
  /** Number or UID of the study to read; undefined where the files are of one. */
  readonly study: string | undefined;
  /** Number or UID of the series to read; undefined where the program chooses. */
  readonly series: string | undefined;
  readonly jobs: number;
  /** Folder of other models than the shipped. */
  readonly modelsRoot: string | undefined;
}

/** Throws `UsageError`. */
export function parseExamArguments(args: readonly string[]): ExamArguments {
  const { values, positionals } = parseTextOptions(args, ['out', 'study', 'series', 'jobs', 'models']);
  const [name, ...paths] = positionals;
  const module = examModuleIds.find((id) => id === name);
  if (module === undefined) throw new UsageError(`Not a module that reads exams: ${name ?? '(none given)'}`);
  if (paths.length === 0) throw new UsageError('No files given.');
  if (values.out === undefined || values.out === '') throw new UsageError('--out DIR is missing.');
  const jobs =
    values.jobs === undefined ? availableParallelism() : wholeNumber('--jobs', values.jobs, 1, 256);
  const { out, study, series, models: modelsRoot } = values;
  return { module, paths, out, study, series, jobs, modelsRoot };
}
