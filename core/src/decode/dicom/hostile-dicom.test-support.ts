import {
  type Attributes,
  ascii,
  concat,
  encapsulate,
  greyAttributes,
  writeDicom,
} from './write-dicom.test-support.ts';

const jpeg2000 = '1.2.840.10008.1.2.4.90';
const pixels = (bytes: Uint8Array): Attributes => ({ '7fe0,0010': ['OW', bytes] });
const coded = (stream: Uint8Array, transferSyntax: string, side = 64): Uint8Array =>
  writeDicom(
    { ...greyAttributes(side, side, 8), '7fe0,0010': ['OB', encapsulate(stream)] },
    { transferSyntax },
  );

/** SIZ of one grey component; then whatever follows. */
function codestream(width: number, height: number, rest: Uint8Array, tile = { width, height }): Uint8Array {
  const view = new DataView(new ArrayBuffer(45));
  view.setUint32(0, 0xff4fff51);
  view.setUint16(4, 41);
  [width, height, 0, 0, tile.width, tile.height, 0, 0].forEach((value, i) => {
    view.setUint32(8 + i * 4, value);
  });
  view.setUint16(40, 1);
  view.setUint8(42, 7);
  view.setUint8(43, 1);
  view.setUint8(44, 1);
  return concat([new Uint8Array(view.buffer), rest]);
}

/** COD with the given number of decompositions, then QCD and a tile of noise. */
function badTile(decompositions: number): Uint8Array {
  const cod = [0xff, 0x52, 0, 12, 0, 0, 0xff, 0xff, 0, decompositions, 4, 4, 0, 1];
  const qcd = [0xff, 0x5c, 0, 4, 0x40, 0x40];
  const sot = [0xff, 0x90, 0, 10, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 1, 0xff, 0x93];
  const noise = Array.from({ length: 4000 }, (_, i) => (i * 7919 + 13) & 255);
  return Uint8Array.from([...cod, ...qcd, ...sot, ...noise]);
}

/** Sequences in items in sequences, each of undefined length, ended or not. */
function nested(depth: number, isEnded: boolean): Uint8Array {
  const open = Uint8Array.of(
    0x08,
    0,
    0x40,
    0x11,
    0x53,
    0x51,
    0,
    0,
    255,
    255,
    255,
    255,
    0xfe,
    0xff,
    0,
    0xe0,
    255,
    255,
    255,
    255,
  );
  const close = Uint8Array.of(0xfe, 0xff, 0x0d, 0xe0, 0, 0, 0, 0, 0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0);
  const inside = Array.from({ length: depth }, () => open);
  const outside = Array.from({ length: isEnded ? depth : 0 }, () => close);
  return concat([ct(), ...inside, ...outside]);
}

/** A picture's beginning, up to where its attributes would follow. */
function ct(): Uint8Array {
  return writeDicom({ '0008,0060': ['CS', 'CT'] });
}

function lengthOf(bytes: Uint8Array, at: number, length: number): Uint8Array {
  const changed = bytes.slice();
  new DataView(changed.buffer).setUint32(changed.length - at, length, true);
  return changed;
}

/** Hostile files. `deflate` packs raw; none may exhaust memory or time, or crash the process. */
export function hostileDicom(
  deflate: (bytes: Uint8Array) => Uint8Array,
): Readonly<Record<string, Uint8Array>> {
  const small = writeDicom({ ...greyAttributes(4, 4, 8), ...pixels(new Uint8Array(16)) });
  const size = (columns: number, rows: number, more: Attributes = {}) =>
    writeDicom({ ...greyAttributes(columns, rows, 16), ...more, ...pixels(new Uint8Array(64)) });
  const marker = Uint8Array.of(
    0xff,
    0xd8,
    0xff,
    0xc0,
    0,
    11,
    8,
    0,
    64,
    0,
    64,
    1,
    1,
    0x11,
    0,
    0xff,
    0xda,
    0,
    8,
    1,
    1,
    0,
    0,
    63,
    0,
  );
  const fragments = Array.from({ length: 60_000 }, () => new Uint8Array(2));
  return {
    'pixel data longer than the file': lengthOf(small, 20, 0x7fffffff),
    'pixel data of odd, huge length': lengthOf(small, 20, 0xfffffffd),
    'an element of 4 GiB': concat([
      ct(),
      Uint8Array.of(0x10, 0, 0x10, 0, 0x55, 0x54, 0, 0, 254, 255, 255, 255),
    ]),
    'a file that ends in a header': small.subarray(0, small.length - 20),
    'only a preamble': small.subarray(0, 132),
    'sequences nested 10,000 deep': nested(10_000, true),
    'sequences nested 10,000 deep, never ended': nested(10_000, false),
    'three hundred thousand empty elements': concat([
      ct(),
      ...Array.from({ length: 300_000 }, () => Uint8Array.of(9, 0, 1, 0, 0x4c, 0x4f, 0, 0)),
    ]),
    'no rows': size(8, 0),
    '65,535 by 65,535 pixels': size(65_535, 65_535),
    '12,000 by 8,000 pixels with 64 bytes behind them': size(12_000, 8000),
    'a hundred thousand frames of which none is there': size(512, 512, { '0028,0008': ['IS', '100000'] }),
    'minus one frames': size(4, 4, { '0028,0008': ['IS', '-1'] }),
    'ten to the 30 frames': size(4, 4, { '0028,0008': ['IS', '1e30'] }),
    '0 bits stored': writeDicom({
      ...greyAttributes(4, 4, 8),
      '0028,0101': ['US', [0]],
      ...pixels(new Uint8Array(16)),
    }),
    '65,535 bits allocated': writeDicom({
      ...greyAttributes(4, 4, 8),
      '0028,0100': ['US', [65_535]],
      ...pixels(new Uint8Array(16)),
    }),
    'fragments without end': coded(marker, '1.2.840.10008.1.2.4.50').subarray(0, -10),
    'sixty thousand empty fragments': writeDicom(
      { ...greyAttributes(64, 64, 8), '7fe0,0010': ['OB', encapsulate(...fragments)] },
      { transferSyntax: '1.2.840.10008.1.2.4.50' },
    ),
    'JPEG that stops after its header': coded(marker, '1.2.840.10008.1.2.4.50'),
    'JPEG Lossless of noise': coded(concat([marker, ascii('noise'.repeat(900))]), '1.2.840.10008.1.2.4.70'),
    'JPEG-LS of noise': coded(
      concat([
        Uint8Array.of(0xff, 0xd8, 0xff, 0xf7, 0, 11, 8, 0, 64, 0, 64, 1, 1, 0x11, 0),
        ascii('x'.repeat(3000)),
      ]),
      '1.2.840.10008.1.2.4.80',
    ),
    'RLE with offsets beyond the end': coded(new Uint8Array(64).fill(255), '1.2.840.10008.1.2.5'),
    'RLE of nothing': coded(
      Uint8Array.from([1, 0, 0, 0, 64, ...new Array(59).fill(0)]),
      '1.2.840.10008.1.2.5',
      4000,
    ),
    'JPEG 2000 with 33 decompositions': coded(codestream(64, 64, badTile(33)), jpeg2000),
    'JPEG 2000 of noise': coded(codestream(64, 64, badTile(5)), jpeg2000),
    'JPEG 2000 of 16 million tiles': coded(
      codestream(4000, 4000, badTile(1), { width: 1, height: 1 }),
      jpeg2000,
      4000,
    ),
    'JPEG 2000 with tiles of no size': coded(
      codestream(64, 64, badTile(1), { width: 0, height: 0 }),
      jpeg2000,
    ),
    'JPEG 2000 of 4 thousand million pixels': coded(codestream(65_535, 65_535, badTile(1)), jpeg2000),
    'HTJ2K of noise': coded(codestream(64, 64, badTile(5)), '1.2.840.10008.1.2.4.201'),
    'a deflate bomb': writeDicom(
      { '0008,0060': ['CS', 'CT'], ...greyAttributes(16_000, 16_000, 16) },
      { transferSyntax: '1.2.840.10008.1.2.1.99', pack: (head) => bomb(head, deflate) },
    ),
    'a deflated data set of noise': writeDicom(
      {},
      { transferSyntax: '1.2.840.10008.1.2.1.99', pack: () => ascii('noise'.repeat(99)) },
    ),
  };
}

/** More zeros than are unpacked. */
function bomb(head: Uint8Array, deflate: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  return deflate(concat([head, new Uint8Array(224 * 1024 * 1024)]));
}
