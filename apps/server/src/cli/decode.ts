import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type DicomFrame, readDicomFrame } from '@second-read/core/decode/dicom/frame/read-frame';
import type { StoredFrame } from '@second-read/core/decode/dicom/frame/stored-frame';
import type { DicomCodec } from '@second-read/core/decode/dicom-codec';
import type { Plane } from '@second-read/core/pixels/plane';
import type { CommandLineContext } from '../context/command-line-context.ts';
import { encodePng, encodePng16, encodePngRgb16 } from '../platform/compute/encode-png.ts';
import { readBytes } from '../platform/compute/read-bytes.ts';
import { type DecodeArguments, decodeUsage, parseDecodeArguments } from './decode-arguments.ts';
import { type FactsLine, failedFacts, frameFacts } from './decode-facts.ts';
import { UsageError } from './usage-error.ts';
import { valueStatistics } from './value-statistics.ts';

const maxStored = 65_535;

/**
 * Stored values minus the least of them. Floats and ranges wider than 16 bits are spread over 16 bits:
 * `unitsPerStep` is what one step of the image then represents, else 1.
 */
function storedPicture({ columns, rows, values }: StoredFrame): {
  readonly picture: Plane<Uint16Array>;
  readonly unitsPerStep: number;
} {
  const { min, max } = valueStatistics(values);
  const lowest = min ?? 0;
  const range = (max ?? 0) - lowest;
  const isFloat = values instanceof Float32Array || values instanceof Float64Array;
  const unitsPerStep = range > 0 && (isFloat || range > maxStored) ? range / maxStored : 1;
  const data = new Uint16Array(values.length);
  for (let i = 0; i < data.length; i++) data[i] = Math.round(((values[i] ?? 0) - lowest) / unitsPerStep);
  return { picture: { width: columns, height: rows, data }, unitsPerStep };
}

/** File names of pictures: an input's own name without its extension, a number behind it when given twice. */
class PictureNames {
  private readonly used = new Map<string, number>();

  next(file: string): string {
    const stem = basename(file).replace(/(.)\.[A-Za-z][A-Za-z0-9]{0,4}$/, '$1') || 'image';
    const times = (this.used.get(stem) ?? 0) + 1;
    this.used.set(stem, times);
    return times === 1 ? `${stem}.png` : `${stem}~${times}.png`;
  }
}

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
      const { line, png } = await readFile(file, { dicom, frame: call.frame });
      if (png !== undefined) await writeFile(join(call.out, picture), png);
      writeSync(lines, `${JSON.stringify({ file, ...line, ...(png ? { picture } : {}) })}\n`);
      say(`[${index + 1}/${call.files.length}] ${file}: ${line.reason ?? line.status}`);
    }
  } finally {
    closeSync(lines);
  }
}

interface FileResult {
  readonly line: FactsLine;
  readonly png?: Uint8Array;
}

/** Whatever happens to one file is its line; only a full disk ends the whole. */
async function readFile(
  file: string,
  { dicom, frame }: { readonly dicom: DicomCodec; readonly frame: number },
): Promise<FileResult> {
  try {
    const bytes = await readBytes(file);
    if (!bytes.ok) return { line: failedFacts({ problem: bytes.reason }) };
    const read = await readDicomFrame(bytes.bytes, dicom, frame - 1);
    return read.ok ? await frameResult(read) : { line: failedFacts(read) };
  } catch {
    return { line: failedFacts({ problem: 'internal_error' }) };
  }
}

/**
 * Colour as it is displayed, 8 bit, RGB of more bits as it is stored, 16 bit; everything else as stored
 * values above the least of them, 16 bit.
 */
async function frameResult(read: Extract<DicomFrame, { ok: true }>): Promise<FileResult> {
  const { frame, colour } = read;
  const line = frameFacts(read);
  const { columns: width, rows: height, values } = frame;
  if (colour !== undefined && frame.photometric === 'RGB' && values instanceof Uint16Array)
    return { line, png: await encodePngRgb16({ width, height, data: values }) };
  if (colour !== undefined) return { line, png: await encodePng(colour) };
  const { picture, unitsPerStep } = storedPicture(frame);
  const scaled = unitsPerStep === 1 ? line : { ...line, unitsPerStep };
  return { line: scaled, png: await encodePng16(picture) };
}
