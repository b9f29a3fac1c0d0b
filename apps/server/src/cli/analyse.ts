import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { manifestOf } from '@second-read/analyses/manifests';
import type { CommandLineContext } from '../context/command-line-context.ts';
import type { Compute } from '../platform/compute/compute.ts';
import { type AnalyseArguments, parseAnalyseArguments, usage } from './analyse-arguments.ts';
import { OrderedLines } from './ordered-lines.ts';
import { brokenLine, resultLine } from './result-line.ts';
import { saveMaps } from './save-maps.ts';
import { UsageError } from './usage-error.ts';

/** A file may take this many times what a call of the server may, then counts as failed. */
const patience = 5;

type Context = Pick<CommandLineContext, 'say' | 'openCompute'>;

/**
 * `analyse <module> FILE… --out DIR`: a line per file in `DIR/results.jsonl`, in input order. Gives the exit
 * code: 0 when every file got a line, 2 for a call that makes no sense, 1 when the results cannot be written.
 */
export async function analyse(args: readonly string[], context: Context): Promise<number> {
  try {
    await analyseFiles(parseAnalyseArguments(args), context);
    return 0;
  } catch (error) {
    context.say(error instanceof Error ? error.message : String(error));
    if (!(error instanceof UsageError)) return 1;
    context.say(usage);
    return 2;
  }
}

async function analyseFiles(call: AnalyseArguments, context: Context): Promise<void> {
  const { files, out, modelsRoot } = call;
  mkdirSync(out, { recursive: true });
  const results = openSync(join(out, 'results.jsonl'), 'w');
  const threads = Math.min(call.jobs, files.length);
  const models = modelsRoot === undefined ? {} : { modelsRoot: resolve(modelsRoot) };
  const compute = context.openCompute({ threads, ...models });
  try {
    const lines = new OrderedLines((text) => writeSync(results, text));
    const queue = files.entries();
    const work = async () => {
      for (const [index, file] of queue) {
        const { line, summary } = await analyseFile(compute, call, { file, index });
        lines.add(index, line);
        context.say(`[${index + 1}/${files.length}] ${file}: ${summary}`);
      }
    };
    await Promise.all(Array.from({ length: threads }, work));
  } finally {
    closeSync(results);
    await compute.close();
  }
}

/** Whatever happens to one file is its line; only a full disk ends the whole. */
async function analyseFile(
  compute: Compute,
  { module, options, out }: AnalyseArguments,
  input: { readonly file: string; readonly index: number },
): Promise<{ line: string; summary: string }> {
  const { file } = input;
  const outcome = await compute
    .read(
      { module, path: file, options },
      { signal: AbortSignal.timeout(patience * manifestOf(module).timeoutMs) },
    )
    .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
  if (outcome instanceof Error) {
    const reason = outcome.name === 'AbortError' ? 'timeout' : 'internal_error';
    return { line: brokenLine(file, reason, outcome.message), summary: `failed, ${outcome.message}` };
  }
  const total = `${Math.round(outcome.timingsMs.total)} ms`;
  if (outcome.status !== 'completed') {
    const summary = `${outcome.status}, ${outcome.reason}, ${total}`;
    return { line: resultLine(file, outcome, undefined), summary };
  }
  const paths = await saveMaps(outcome, out, input);
  return { line: resultLine(file, outcome, paths), summary: `completed, ${total}` };
}
