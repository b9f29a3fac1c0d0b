import { parseTextOptions, wholeNumber } from './arguments.ts';
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
  const { values, positionals: files } = parseTextOptions(args, ['out', 'frame']);
  if (files.length === 0) throw new UsageError('No files given.');
  if (values.out === undefined || values.out === '') throw new UsageError('--out DIR is missing.');
  const frame = values.frame === undefined ? 1 : wholeNumber('--frame', values.frame, 1, 999_999);
  return { files, out: values.out, frame };
}
