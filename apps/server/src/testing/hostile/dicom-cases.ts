import { deflateRawSync } from 'node:zlib';
import {
  type Attributes,
  concat,
  encapsulate,
  greyAttributes,
  writeDicom,
} from '@second-read/core/decode/dicom/write-dicom.test-support';
import sharp from 'sharp';
import { mutatePieces } from './mutate-pieces.ts';
import type { Random } from './random.ts';
import type { MakeCase } from './raster-cases.ts';

const side = 64;
const syntaxes = {
  deflated: '1.2.840.10008.1.2.1.99',
  jpeg: '1.2.840.10008.1.2.4.50',
  jpeg2000: '1.2.840.10008.1.2.4.90',
  rle: '1.2.840.10008.1.2.5',
};

const named: Attributes = {
  '0008,0005': ['CS', 'ISO_IR 100'],
  '0008,0016': ['UI', '1.2.840.10008.5.1.4.1.1.2'],
  '0008,0018': ['UI', '1.2.3.4'],
  '0008,0060': ['CS', 'CT'],
  '0008,1140': ['SQ', [{ '0008,1155': ['UI', '1.2.3.5'] }, { '0008,1155': ['UI', '1.2.3.6'] }]],
  '0010,0010': ['PN', 'Doe^Jane'],
  '0020,000d': ['UI', '1.2.3'],
  '0020,000e': ['UI', '1.2.3.1'],
};

/** Elements of a native file, as the head names them, repeated, moved, nested and cut. */
export const dicomCase: MakeCase = async (random) => {
  const frames = random.count(50);
  const deep: Attributes = random.below(4) === 0 ? { '0008,1110': ['SQ', [nested(random.count(60))]] } : {};
  const pixels = random.below(2) === 0 ? new Uint8Array(side * side * frames) : random.bytes(side * side);
  const attributes: Attributes = {
    ...named,
    ...deep,
    '0028,0008': ['IS', `${random.below(5) === 0 ? random.count(100_000) : frames}`],
    ...greyAttributes(side, side, 8),
    '7fe0,0010': ['OW', pixels],
  };
  const isDeflated = random.below(4) === 0;
  if (isDeflated) return deflated(attributes, random);
  const isExplicit = random.below(3) > 0;
  const transferSyntax = isExplicit ? '1.2.840.10008.1.2.1' : '1.2.840.10008.1.2';
  const pieces = Object.entries(attributes).map(([tag, value]) =>
    writeDicom({ [tag]: value }, { hasPreamble: false, isExplicit }),
  );
  const head = writeDicom({}, { transferSyntax });
  return concat([head, ...mutatePieces(pieces, random)]);
};

function nested(depth: number): Attributes {
  let inner: Attributes = { '0008,0100': ['SH', 'deep'] };
  for (let left = depth; left > 0; left--) inner = { '0008,1110': ['SQ', [inner]] };
  return inner;
}

function deflated(attributes: Attributes, random: Random): Uint8Array {
  const air = new Uint8Array(random.pick([0, 1_000_000, 20_000_000]));
  const pack = (dataset: Uint8Array) =>
    new Uint8Array(deflateRawSync(concat([dataset, air]), { level: random.pick([1, 9]) }));
  const file = writeDicom(attributes, { transferSyntax: syntaxes.deflated, pack });
  return random.below(2) === 0 ? file : file.subarray(0, random.below(file.length));
}

/** Frames in fragments, with what they are coded in. */
export const encapsulatedCase: MakeCase = async (random) => {
  const isRle = random.below(2) === 0;
  const stream = isRle ? rleFrame() : await jpegFrame(random);
  const frames = random.count(3_000);
  const parts = Array.from({ length: Math.min(frames, 200) }, () => stream);
  const fragments = mutatePieces([...parts, ...cutUp(stream, random)], random);
  const size = isRle && random.below(3) === 0 ? 1_000 : side;
  return writeDicom(
    {
      ...named,
      '0028,0008': ['IS', `${frames}`],
      ...greyAttributes(size, size, 8),
      '7fe0,0010': ['OB', encapsulate(...fragments)],
    },
    { transferSyntax: isRle ? syntaxes.rle : random.pick([syntaxes.jpeg, syntaxes.jpeg2000]) },
  );
};

/** One segment of runs of 128, far shorter than what it unpacks to. */
function rleFrame(): Uint8Array {
  const header = new Uint8Array(64);
  header[0] = 1;
  header[4] = 64;
  const runs = Uint8Array.from({ length: 16_384 }, (_, i) => (i % 2 === 0 ? 129 : 7));
  return concat([header, runs]);
}

async function jpegFrame(random: Random): Promise<Uint8Array> {
  const raw = { width: side, height: side, channels: 1 } as const;
  return new Uint8Array(
    await sharp(random.bytes(side * side), { raw })
      .jpeg()
      .toBuffer(),
  );
}

function cutUp(stream: Uint8Array, random: Random): Uint8Array[] {
  const size = random.pick([2, 16, 500]);
  return Array.from({ length: Math.ceil(stream.length / size) }, (_, i) =>
    stream.subarray(i * size, (i + 1) * size),
  );
}
