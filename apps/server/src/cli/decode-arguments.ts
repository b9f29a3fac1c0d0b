import { parseArgs } from 'node:util';
import { UsageError } from './usage-error.ts';

export const decodeUsage = `Usage: npm run --silent decode -- FILE… --out DIR [--frame N]

  --out DIR   where facts.jsonl and the images (<name>.png) go
  --frame N   frame of a multi-frame DICOM, counted from 1 (default 1)`;

export interface DecodeArguments {
  readonly files: readonly string[];
  readonly out: string;
  /** Counted from 1, as DICOM counts frames. */
  readonly frame: number;
}

/** Throws `UsageError`. */
export function parseDecodeArguments(args: readonly string[]): DecodeArguments {
  const { values, positionals: files } = parse(args);
  if (files.length === 0) throw new UsageError('No files given.');
  if (values.out === undefined || values.out === '') throw new UsageError('--out DIR is missing.');
  const frame = values.frame ?? '1';
  if (!/^[1-9]\d{0,5}$/.test(frame)) throw new UsageError(`--frame takes a number from 1, not ${frame}`);
  return { files, out: values.out, frame: Number(frame) };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { out: { type: 'string' }, frame: { type: 'string' } },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
