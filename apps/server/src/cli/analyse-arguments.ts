import { manifestOf, moduleIds } from '@second-read/analyses/manifests';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { parseTextOptions, wholeNumber } from './arguments.ts';
import { UsageError } from './usage-error.ts';

export const usage = `Usage: npm run --silent analyse -- <${moduleIds.join('|')}> FILE… --out DIR [--jobs N] [--step NAME] [--frame N] [--models DIR]

  --out DIR     folder for results.jsonl and the label maps
  --jobs N      threads (default 1)
  --step NAME   a partial analysis, e.g. nodule of lung
  --frame N     frame of a multi-frame DICOM, counted from 0
  --models DIR  folder with <module>/model/*.onnx, to use other models`;

export interface AnalyseArguments {
  readonly module: AnalysisId;
  readonly files: readonly string[];
  readonly out: string;
  readonly jobs: number;
  readonly options: Readonly<Record<string, string>>;
  readonly modelsRoot?: string;
}

/** Throws `UsageError`. */
export function parseAnalyseArguments(args: readonly string[]): AnalyseArguments {
  const { values, positionals } = parseTextOptions(args, ['out', 'jobs', 'step', 'frame', 'models']);
  const [name, ...files] = positionals;
  const module = moduleIds.find((id) => id === name);
  if (module === undefined) throw new UsageError(`Not a module: ${name ?? '(none given)'}`);
  if (files.length === 0) throw new UsageError('No files given.');
  if (values.out === undefined || values.out === '') throw new UsageError('--out DIR is missing.');
  const jobs = values.jobs === undefined ? 1 : wholeNumber('--jobs', values.jobs, 1, 256);
  const options: Record<string, string> = {};
  if (values.step !== undefined) options.step = stepOf(module, values.step);
  if (values.frame !== undefined) options.frame = String(wholeNumber('--frame', values.frame, 0, 1e6));
  return { module, files, out: values.out, jobs, options, modelsRoot: values.models };
}

function stepOf(module: AnalysisId, step: string): string {
  const steps = manifestOf(module).steps ?? [];
  if (steps.includes(step)) return step;
  throw new UsageError(
    `${module} has no step ${step}${steps.length > 0 ? `; it has ${steps.join(', ')}` : ''}`,
  );
}
