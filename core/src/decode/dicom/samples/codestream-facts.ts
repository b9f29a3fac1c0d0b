/** What the header of a JPEG, JPEG-LS or JPEG 2000 code stream says about its picture. */
export interface CodestreamFacts {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** Bits of a sample, of the first component. */
  readonly precision: number;
  /** JPEG knows no sign. */
  readonly isSigned: boolean;
  /** JPEG-LS with a scan for each component: decoders give one component after the other. */
  readonly isPlanar: boolean;
  /** Whether a JPEG names its own colour space: an Adobe or JFIF marker, or the names of its components. */
  readonly colour?: 'rgb' | 'ycc';
}

/** Reads the header; undefined if there is none. Lengths are checked against the data. */
export function codestreamFacts(bytes: Uint8Array): CodestreamFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 4) return undefined;
  if (view.getUint16(0) === 0xffd8) return jpegFacts(view);
  if (view.getUint32(0) === 0xff4fff51) return sizFacts(view, 4);
  if (view.getUint32(0) === 0x0000000c) return boxedFacts(view);
  return undefined;
}

const jpegLs = 0xf7;

/** Start of frame: C0 to CF but for DHT, JPG and DAC, and F7 of JPEG-LS. */
function isFrameMarker(marker: number): boolean {
  if (marker === jpegLs) return true;
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function jpegFacts(view: DataView): CodestreamFacts | undefined {
  let named: CodestreamFacts['colour'];
  let at = 2;
  while (at + 10 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (isFrameMarker(marker)) return frameHeader(view, at, named);
    if (marker === 0xda || marker === 0xd9) return undefined;
    // JFIF knows YCbCr alone; an Adobe marker beside it is the more exact one.
    if (marker === 0xe0 && holds(view, at + 4, 'JFIF')) named ??= 'ycc';
    if (marker === 0xee && holds(view, at + 4, 'Adobe')) named = adobeColour(view, at) ?? named;
    at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return undefined;
}

/** After the marker: length, precision, height, width, count of components, then three bytes for each. */
function frameHeader(view: DataView, at: number, named: CodestreamFacts['colour']): CodestreamFacts {
  const components = view.getUint8(at + 9);
  const facts = {
    height: view.getUint16(at + 5),
    width: view.getUint16(at + 7),
    precision: view.getUint8(at + 4),
    components,
    isSigned: false,
    isPlanar: view.getUint8(at + 1) === jpegLs && scanComponents(view, at) === 1,
  };
  if (components !== 3) return facts;
  const isNamedRgb = [...'RGB'].every((letter, i) => holds(view, at + 10 + i * 3, letter));
  return { ...facts, colour: named ?? (isNamedRgb ? 'rgb' : undefined) };
}

function holds(view: DataView, at: number, text: string): boolean {
  if (at + text.length > view.byteLength) return false;
  return [...text].every((letter, i) => view.getUint8(at + i) === letter.charCodeAt(0));
}

/** Components of the first scan after the segment at `at`. */
function scanComponents(view: DataView, from: number): number | undefined {
  for (let at = from; at + 5 <= view.byteLength; at += 2 + view.getUint16(at + 2)) {
    if (view.getUint8(at) !== 0xff) return undefined;
    if (view.getUint8(at + 1) === 0xda) return view.getUint8(at + 4);
  }
  return undefined;
}

/** APP14 `Adobe`: its last byte is 0 for no transform, 1 for YCbCr. */
function adobeColour(view: DataView, at: number): CodestreamFacts['colour'] {
  // Some writers leave out its end.
  if (at + 16 > view.byteLength || view.getUint16(at + 2) < 14) return undefined;
  const transform = view.getUint8(at + 15);
  return transform === 0 ? 'rgb' : transform === 1 ? 'ycc' : undefined;
}

/** SIZ: after the marker come Lsiz, Rsiz, the far and near corner, the tiles, and the components. */
function sizFacts(view: DataView, at: number): CodestreamFacts | undefined {
  if (at + 39 > view.byteLength) return undefined;
  const depth = view.getUint8(at + 38);
  return {
    width: view.getUint32(at + 4) - view.getUint32(at + 12),
    height: view.getUint32(at + 8) - view.getUint32(at + 16),
    components: view.getUint16(at + 36),
    precision: (depth & 0x7f) + 1,
    isSigned: depth > 0x7f,
    isPlanar: false,
  };
}

/** A JP2 file instead of a bare code stream: some writers keep the boxes. */
function boxedFacts(view: DataView): CodestreamFacts | undefined {
  let at = 0;
  while (at + 8 <= view.byteLength) {
    const length = view.getUint32(at);
    if (view.getUint32(at + 4) === 0x6a703263) {
      return at + 12 <= view.byteLength && view.getUint32(at + 8) === 0xff4fff51
        ? sizFacts(view, at + 12)
        : undefined;
    }
    if (length < 8) return undefined;
    at += length;
  }
  return undefined;
}
