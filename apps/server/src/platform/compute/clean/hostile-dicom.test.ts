import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ascii,
  concat,
  encapsulate,
  greyAttributes,
  writeDicom,
} from '@second-read/core/decode/dicom/write-dicom.test-support';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { spoolKey } from '../../spool/spool-key.ts';
import { createCodecs } from '../codecs/create-codecs.ts';
import { preparationWork } from '../serve-preparation.ts';
import { wholeInput } from './file-input.ts';

const work = preparationWork(createCodecs(), spoolKey());
const transferSyntax = '1.2.840.10008.1.2.5';
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'second-read-fragments-'));
});
afterEach(() => rm(folder, { recursive: true }));

const uids = { key: new Uint8Array(32), organisationId: 'clinic' };
const side = 1_000;

/** A frame of zeros in runs of 128: the pixels are 64 times as long. */
function rleFrame(): Uint8Array {
  const header = new Uint8Array(64);
  header[0] = 1;
  header[4] = 64;
  const runs = Uint8Array.from({ length: 2 * Math.ceil(side ** 2 / 128) }, (_, i) => (i % 2 === 0 ? 129 : 0));
  return concat([header, runs]);
}

/** Offset table, fragments of two bytes and end, with those two bytes left out of account. */
function headersOf(pixels: Uint8Array): Buffer {
  const headers = Buffer.from(pixels);
  for (let at = 16; at < headers.length - 8; at += 10) headers.fill(0, at, at + 2);
  return headers;
}

describe('a DICOM file', () => {
  it('of 900,000 fragments of 900,000 fragments is copied in blocks', async () => {
    const one = encapsulate(ascii('ab'));
    // An empty offset table, then the fragment over and over, then the end.
    const fragments = Array.from({ length: 900_000 }, () => one.subarray(8, 18));
    const pixels = concat([one.subarray(0, 8), ...fragments, one.subarray(18)]);
    const file = writeDicom(
      { ...greyAttributes(64, 64, 8), '7fe0,0010': ['OB', pixels] },
      { transferSyntax },
    );
    const target = join(folder, 'clean');
    const prepared = await work.prepare({ source: { bytes: file }, target, uids });
    expect(prepared).toMatchObject({ status: 'prepared' });
    const clean = Buffer.from(await wholeInput({ path: target }, spoolKey()));
    // Its content is not valid RLE and is blanked; the fragments keep their places.
    expect(headersOf(clean.subarray(-pixels.length)).equals(headersOf(pixels))).toBe(true);
    const boxes = [{ x: 0, y: 0, width: 8, height: 8 }];
    const source = { path: target };
    const masked = await work.prepare({ source, boxes, uids: undefined, target: join(folder, 'masked') });
    expect(masked).toMatchObject({ status: 'failed' });
  });

  it('of packed frames that unpack to hundreds of times its size is not masked onto the disk', async () => {
    const frames = 500;
    const frame = rleFrame();
    const pixels = encapsulate(...Array.from({ length: frames }, () => frame));
    const file = writeDicom(
      {
        '0028,0008': ['IS', `${frames}`],
        ...greyAttributes(side, side, 8),
        '7fe0,0010': ['OB', pixels],
      },
      { transferSyntax },
    );
    expect(file.length).toBeLessThan(9_000_000);
    const boxes = [{ x: 0, y: 0, width: 8, height: 8 }];
    const source = { bytes: file };
    const outcome = await work.prepare({ source, boxes, uids: undefined, target: join(folder, 'masked') });
    expect(outcome).toMatchObject({ status: 'failed', reason: 'too_many_pixels' });
    expect(await readdir(folder)).toEqual([]);
  });
});
