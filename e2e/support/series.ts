import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { drawLetters } from '@second-read/core/burned-in-text/draw-letters.test-support';
import { decodeDicom } from '@second-read/core/decode/dicom/decode-dicom';
import {
  type Attributes,
  greyAttributes,
  wordBytes,
  writeDicom,
} from '@second-read/core/decode/dicom/write-dicom.test-support';
import { BlobWriter, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js';
import { samplePath } from './clinician.ts';

const noCodec = {
  inflate: () => {
    throw new Error('the samples are not deflated');
  },
  decodeFrame: async () => {
    throw new Error('the samples are not compressed');
  },
};

/** An uncompressed DICOM picture: its values (Hounsfield units of a CT), row by row. */
export async function readPlain(bytes: Uint8Array) {
  const result = await decodeDicom(bytes, noCodec);
  if (!result.ok) throw new Error(`a plain picture could not be read: ${result.problem}`);
  const { width, height, grey, spacing } = result.study;
  return { width, height, values: Array.from(grey.data, Math.round), spacing };
}

/** A slice of the gallery. */
const sampleSlice = (name: string) => readPlain(readFileSync(samplePath(name)));

type Sample = Awaited<ReturnType<typeof sampleSlice>>;

function attributesOf({ width, height, spacing }: Sample): Attributes {
  return {
    '0008,0060': ['CS', 'CT'],
    '0008,103e': ['LO', 'Thorax'],
    '0010,0020': ['LO', 'SERIES-7'],
    '0018,0050': ['DS', '5'],
    '0020,000e': ['UI', '1.2.826.1'],
    '0020,0037': ['DS', '1\\0\\0\\0\\1\\0'],
    ...greyAttributes(width, height, 16, true),
    '0028,0030': ['DS', `${spacing?.yMm ?? 0.8}\\${spacing?.xMm ?? 0.8}`],
    '0028,1052': ['DS', '0'],
    '0028,1053': ['DS', '1'],
    '0028,1054': ['LO', 'HU'],
  };
}

/** Tags must stand in their order. */
export function inOrder(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * A small chest series of the gallery's slices, its names against the order of its positions; a name burned
 * in where asked.
 */
export async function chestSeries(
  count: number,
  changes: Attributes = {},
  burnedIn = '',
): Promise<{ name: string; bytes: Uint8Array }[]> {
  const samples = [await sampleSlice('lung/ct_a0002_08.dcm'), await sampleSlice('lung/ct_a0002_15.dcm')];
  return Array.from({ length: count }, (_, index) => {
    // A mass is named that shows on neighboring slices.
    const sample = samples[Math.min(index, 1)];
    if (!sample) throw new Error('no sample');
    const attributes = inOrder({
      ...attributesOf(sample),
      ...changes,
      '0008,0018': ['UI', `${changes['0020,000e']?.[1] ?? '1.2.826.1'}.${index + 1}`],
      '0020,0032': ['DS', `0\\0\\${index * 5}`],
      '7fe0,0010': ['OW', wordBytes(burnedIn === '' ? sample.values : withText(sample, burnedIn))],
    });
    return { name: `IM${count - index}`, bytes: writeDicom(attributes) };
  });
}

/** In the upper left corner, as scanners do. */
function withText({ width, height, values }: Sample, text: string): number[] {
  const data = Float32Array.from(values);
  drawLetters({ width, height, data }, text, { x: 12, y: 12, scale: 2, value: 3000 });
  return [...data];
}

/**
 * Writes a series of so many slices into a folder, each with a mark of its own: a bright pixel that moves
 * along a row.
 * @returns the files, their names against the order of their positions.
 */
export async function writeChestSeries(folder: string, count: number): Promise<string[]> {
  const sample = await sampleSlice('lung/ct_a0002_08.dcm');
  const paths: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const values = sample.values.with(markAt(index, sample), 3000);
    const bytes = writeDicom(
      inOrder({
        ...attributesOf(sample),
        '0008,0018': ['UI', `1.2.826.3.${index + 1}`],
        '0020,0013': ['IS', String(index + 1)],
        '0020,0032': ['DS', `0\\0\\${index}`],
        '7fe0,0010': ['OW', wordBytes(values)],
      }),
    );
    const path = join(folder, `IM${count - index}`);
    await writeFile(path, bytes);
    paths.push(path);
  }
  return paths;
}

function markAt(index: number, { width, height }: Sample): number {
  return (index % width) + width * (Math.floor(height / 2) + Math.floor(index / width));
}

/** The same slices as frames of one file. */
export async function chestFrames(): Promise<Uint8Array> {
  const [first, second] = [
    await sampleSlice('lung/ct_a0002_08.dcm'),
    await sampleSlice('lung/ct_a0002_15.dcm'),
  ];
  const frames = [first, second, first];
  return writeDicom(
    inOrder({
      ...attributesOf(first),
      '0008,0018': ['UI', '1.2.826.2.1'],
      '0028,0008': ['IS', String(frames.length)],
      '7fe0,0010': ['OW', wordBytes(frames.flatMap(({ values }) => values))],
    }),
  );
}

/** The same pixels in another transfer syntax. */
export async function transcoded(bytes: Uint8Array, syntax: string): Promise<Buffer> {
  const library: typeof import('dcmjs-codecs') = createRequire(import.meta.url)('dcmjs-codecs');
  await library.NativeCodecs.initializeAsync();
  const transcoder = new library.Transcoder(new Uint8Array(bytes).buffer);
  transcoder.transcode(syntax);
  return Buffer.from(transcoder.getDicomPart10());
}

/** An archive as a PACS or a CD gives it. */
export async function zipOf(files: readonly { name: string; bytes: Uint8Array }[]): Promise<Buffer> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  for (const { name, bytes } of files) await writer.add(`DICOM/S1/${name}`, new Uint8ArrayReader(bytes));
  await writer.add('DICOMDIR', new Uint8ArrayReader(writeDicom({ '0004,1130': ['CS', 'DISC'] })));
  return Buffer.from(await (await writer.close()).arrayBuffer());
}
