import { deflateSync } from 'node:zlib';
import { ascii, concat } from '@second-read/core/decode/dicom/write-dicom.test-support';
import { jpegSegments } from '@second-read/core/decode/structure/jpeg-segments';
import { orientationExif } from '@second-read/core/deidentify/picture/orientation';
import {
  emptyProfile,
  jpegSegment,
  pngChunk,
  pngHead,
  webpChunk,
  webpOf,
} from '@second-read/core/deidentify/picture/picture-files.test-support';
import sharp from 'sharp';
import { mutatePieces } from './mutate-pieces.ts';
import type { Random } from './random.ts';

export type MakeCase = (random: Random) => Promise<Uint8Array>;

const side = 96;
const noise = (random: Random) =>
  sharp(random.bytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } });

/** A chunk's sum is made anew where the mutation left it a chunk, so that readers go on to what is in it. */
export const pngCase: MakeCase = async (random) => {
  const name = ascii('a\0\0');
  const bomb = deflateSync(new Uint8Array(random.pick([3_000, 100_000, 4_000_000])), { level: 9 });
  const profile = deflateSync(emptyProfile(2_000));
  const [width, height] = [random.pick([1, 64, 2_000]), random.pick([1, 64, 2_000])];
  const rows = deflateSync(new Uint8Array((width + 1) * height));
  const cut = random.below(rows.length);
  const chunks = mutatePieces(
    [
      pngHead(width, height),
      pngChunk('iCCP', concat([name, random.pick([bomb, profile])])),
      pngChunk('tEXt', random.bytes(50)),
      pngChunk('zTXt', concat([name, bomb])),
      pngChunk('eXIf', orientationExif(1 + random.below(8))),
      pngChunk('IDAT', rows.subarray(0, cut)),
      pngChunk('IDAT', rows.subarray(cut)),
      pngChunk('IEND', new Uint8Array()),
    ],
    random,
  );
  return concat(chunks);
};

export const jpegCase: MakeCase = async (random) => {
  const progressive = random.below(2) === 0;
  const jpeg = new Uint8Array(await noise(random).jpeg({ progressive, quality: 60 }).toBuffer());
  const segments = [...jpegSegments(jpeg)].map(({ start, end }) => jpeg.subarray(start, end));
  const planted = [
    jpegSegment(0xe1, concat([ascii('Exif\0\0'), orientationExif(1 + random.below(8))])),
    jpegSegment(0xe2, concat([ascii('ICC_PROFILE\0'), Uint8Array.of(1, 1), emptyProfile(3_000)])),
    jpegSegment(0xfe, random.bytes(20)),
    jpegSegment(0xdd, Uint8Array.of(0, random.below(256))),
  ];
  return concat(mutatePieces([...segments.slice(0, 1), ...planted, ...segments.slice(1)], random));
};

export const webpCase: MakeCase = async (random) => {
  const webp = new Uint8Array(
    await noise(random)
      .webp({ lossless: random.below(2) === 0 })
      .toBuffer(),
  );
  const picture = webp.subarray(12);
  const frame = webpChunk('ANMF', concat([new Uint8Array(16), picture]));
  const animated = [webpChunk('ANIM', new Uint8Array(6)), frame, frame];
  const head = Uint8Array.of(random.below(256), 0, 0, 0, side - 1, 0, 0, side - 1, 0, 0);
  const chunks = mutatePieces(
    [
      webpChunk('VP8X', head),
      webpChunk('ICCP', emptyProfile(3_000)),
      ...(random.below(2) === 0 ? [picture] : animated),
      webpChunk('EXIF', orientationExif(6)),
      webpChunk('XMP ', random.bytes(60)),
    ],
    random,
  );
  return webpOf(chunks);
};

/** Blocks of a GIF, the picture's own among them, over and again. */
export const gifCase: MakeCase = async (random) => {
  const gif = new Uint8Array(
    await noise(random)
      .gif({ progressive: random.below(2) === 0 })
      .toBuffer(),
  );
  const screenEnd = 13 + 3 * 2 ** (((gif[10] ?? 0) & 7) + 1);
  const block = (label: number) =>
    concat([Uint8Array.of(0x21, label, 60), random.bytes(60), Uint8Array.of(0)]);
  const planted = [
    block(0xfe),
    block(0xff),
    block(0x01),
    Uint8Array.of(0x21, 0xf9, 4, 1, 0, 0, random.below(256), 0),
  ];
  const pieces = [...planted, gif.subarray(screenEnd, -1), Uint8Array.of(0x3b)];
  const [width, height] = [random.pick([side, 5_000, 65_535]), random.pick([side, 5_000, 65_535])];
  const head = gif.slice(0, screenEnd);
  new DataView(head.buffer).setUint16(6, width, true);
  new DataView(head.buffer).setUint16(8, height, true);
  return concat([head, ...mutatePieces(pieces, random)]);
};

/** A bitmap whose head lies about its size, depth or place of the rows. */
export const bmpCase: MakeCase = async (random) => {
  const bits = random.pick([1, 4, 8, 16, 24, 32]);
  const head = new Uint8Array(54);
  const view = new DataView(head.buffer);
  head.set(ascii('BM'));
  for (const [at, value] of [
    [10, 54 + random.pick([0, 64, 1_024, 2 ** 31])],
    [14, random.pick([40, 108, 124])],
    [18, random.pick([side, 5_000, 100_000, 2 ** 32 - 1])],
    [22, random.pick([side, 5_000, 100_000, 2 ** 32 - side])],
    [28, bits],
    [30, random.pick([0, 0, 1, 3])],
    [46, random.pick([0, 2, 2 ** 31])],
  ] as const)
    view.setUint32(at, value, true);
  return concat([head, ...mutatePieces([random.bytes(1_024), random.bytes(side * side * 4)], random)]);
};
