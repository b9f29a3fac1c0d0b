import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DicomFrame, readDicomFrame } from '@second-read/core/decode/dicom/frame/read-frame';
import type { CommandLineContext } from '../context/command-line-context.ts';
import { encodePng, encodePng16, encodePngRgb16 } from '../platform/compute/encode-png.ts';
import { readBytes } from '../platform/compute/read-bytes.ts';
import { type DecodeArguments, decodeUsage, parseDecodeArguments } from './decode-arguments.ts';
import { failedFacts, frameFacts } from './decode-facts.ts';
import { PictureNames } from './picture-names.ts';
import { storedPicture } from './stored-picture.ts';
import { UsageError } from './usage-error.ts';

type Context = Pick<CommandLineContext, 'say' | 'openCodecs'>;

/**
 * `decode FILE… --out DIR`: what the decoder makes of DICOM files, for those who check it. A line per file in
 * `DIR/facts.jsonl`, in input order, and a picture of the frame's stored values. Gives the exit code: 0 when
 * every file got its line, 2 for a call that makes no sense, 1 when the results cannot be written.
 */
export async function decode(args: readonly string[], context: Context): Promise<number> {
  try {
    await decodeFiles(parseDecodeArguments(args), context);
    return 0;
  } catch (error) {
    context.say(error instanceof Error ? error.message : String(error));
    if (!(error instanceof UsageError)) return 1;
    context.say(decodeUsage);
    return 2;
  }
}

async function decodeFiles(call: DecodeArguments, { say, openCodecs }: Context): Promise<void> {
  mkdirSync(call.out, { recursive: true });
  const lines = openSync(join(call.out, 'facts.jsonl'), 'w');
  const names = new PictureNames();
  const { dicom } = openCodecs();
  try {
    for (const [index, file] of call.files.entries()) {
      const picture = names.next(file);
      const bytes = await readBytes(file);
      const read = bytes.ok
        ? await readDicomFrame(bytes.bytes, dicom, call.frame - 1)
        : ({ ok: false, problem: bytes.reason } as const);
      const line = read.ok ? await savedFacts(read, join(call.out, picture)) : failedFacts(read);
      writeSync(lines, `${JSON.stringify({ file, ...line, ...(read.ok ? { picture } : {}) })}\n`);
      say(`[${index + 1}/${call.files.length}] ${file}: ${read.ok ? line.status : read.problem}`);
    }
  } finally {
    closeSync(lines);
  }
}

/**
 * Colour as it is displayed, 8 bit, RGB of more bits as it is stored, 16 bit; everything else as stored
 * values above the least of them, 16 bit.
 */
async function savedFacts(read: Extract<DicomFrame, { ok: true }>, path: string) {
  const { frame, colour } = read;
  if (frame.photometric === 'RGB' && frame.values instanceof Uint16Array) {
    await writeFile(
      path,
      await encodePngRgb16({ width: frame.columns, height: frame.rows, data: frame.values }),
    );
    return frameFacts(read);
  }
  if (colour !== undefined) {
    await writeFile(path, await encodePng(colour));
    return frameFacts(read);
  }
  const { picture, unitsPerStep } = storedPicture(frame);
  await writeFile(path, await encodePng16(picture));
  return { ...frameFacts(read), ...(unitsPerStep === 1 ? {} : { unitsPerStep }) };
}
