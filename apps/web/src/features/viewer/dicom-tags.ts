import type { PixelSpacing } from './picture.ts';

/** What a DICOM file says of itself, as far as the screen uses it before the server has read it. */
export interface DicomFacts {
  readonly transferSyntax: string;
  readonly patientId: string | null;
  readonly modality: string | null;
  readonly rows: number;
  readonly columns: number;
  readonly frames: number;
  readonly samplesPerPixel: number;
  readonly photometric: string;
  readonly bitsAllocated: number;
  readonly bitsStored: number;
  readonly signed: boolean;
  readonly slope: number;
  readonly intercept: number;
  readonly window: { readonly centre: number; readonly width: number } | null;
  readonly spacing: PixelSpacing | null;
  /** Where the uncompressed pixels stand; null where there are none or they are compressed. */
  readonly pixels: { readonly offset: number; readonly length: number } | null;
}

const explicitLittle = '1.2.840.10008.1.2.1';
const implicitLittle = '1.2.840.10008.1.2';
const longLengthVrs = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV']);
const pixelDataTag = 0x7fe00010;

interface Element {
  readonly tag: number;
  readonly valueAt: number;
  readonly length: number;
}

/** Whether the bytes begin as a DICOM Part 10 file does. */
function isDicom(bytes: Uint8Array): boolean {
  return bytes.length > 132 && String.fromCharCode(...bytes.subarray(128, 132)) === 'DICM';
}

/**
 * Reads the tags of a Part 10 file in a little-endian syntax, top level only. The server reads every file
 * anew and believes nothing of this; it only spares the reader some waiting and typing.
 * @returns null for anything that is not such a file.
 */
export function readDicomFacts(bytes: Uint8Array): DicomFacts | null {
  if (!isDicom(bytes)) return null;
  const values = new Map<number, Uint8Array>();
  let pixels: DicomFacts['pixels'] = null;
  for (const element of elements(bytes)) {
    if (element.tag === pixelDataTag) {
      const fits = element.valueAt + element.length <= bytes.length;
      if (fits) pixels = { offset: element.valueAt, length: element.length };
    } else if (element.length <= 1024) {
      values.set(element.tag, bytes.subarray(element.valueAt, element.valueAt + element.length));
    }
  }
  return factsOf(values, pixels);
}

function factsOf(values: ReadonlyMap<number, Uint8Array>, pixels: DicomFacts['pixels']): DicomFacts {
  const charset = text(values.get(0x00080005));
  const word = (tag: number, fallback: string) => text(values.get(tag), charset) || fallback;
  const short = (tag: number) => unsignedShort(values.get(tag));
  const first = (tag: number) => Number.parseFloat(word(tag, '').split('\\')[0] ?? '');
  const centre = first(0x00281050);
  const width = first(0x00281051);
  return {
    transferSyntax: word(0x00020010, implicitLittle),
    patientId: word(0x00100020, '') || null,
    modality: word(0x00080060, '') || null,
    rows: short(0x00280010),
    columns: short(0x00280011),
    frames: Number.parseInt(word(0x00280008, '1'), 10) || 1,
    samplesPerPixel: short(0x00280002) || 1,
    photometric: word(0x00280004, ''),
    bitsAllocated: short(0x00280100),
    bitsStored: short(0x00280101),
    signed: short(0x00280103) === 1,
    slope: first(0x00281053) || 1,
    intercept: first(0x00281052) || 0,
    window: Number.isFinite(centre) && width > 0 ? { centre, width } : null,
    spacing: spacingOf(word),
    pixels,
  };
}

/** Projections: a millimetre at the detector is less than one in the patient. */
const projections = new Set(['MG', 'CR', 'DX', 'RF', 'XA', 'IO', 'PX', 'RG']);

/** Spacing and what it means (PS3.3 10.7), by the rules of the server. */
function spacingOf(word: (tag: number, fallback: string) => string): PixelSpacing | null {
  // Row spacing comes first: the distance between rows is the height of a pixel.
  const pair = (tag: number) => {
    const [yMm = 0, xMm = 0] = word(tag, '').split('\\').map(Number.parseFloat);
    return xMm > 0 && yMm > 0 && xMm <= 50 && yMm <= 50 ? { xMm, yMm } : null;
  };
  const stated = pair(0x00280030);
  const imager = pair(0x00181164) ?? pair(0x00182010);
  const differs =
    imager !== null &&
    stated !== null &&
    (Math.abs(stated.xMm - imager.xMm) > 1e-4 || Math.abs(stated.yMm - imager.yMm) > 1e-4);
  const isCalibrated = !projections.has(word(0x00080060, '')) || word(0x00280a02, '') !== '' || differs;
  if (stated && isCalibrated) return { ...stated, kind: 'calibrated' };
  const detector = imager ?? stated;
  if (!detector) return null;
  const magnification = Number.parseFloat(word(0x00181114, '1'));
  if (!(magnification > 1)) return { ...detector, kind: 'imager' };
  return { xMm: detector.xMm / magnification, yMm: detector.yMm / magnification, kind: 'calibrated' };
}

/** The elements of the data set, without going into sequences. Stops quietly at what it cannot follow. */
function* elements(bytes: Uint8Array): Generator<Element> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 132;
  let syntax = '';
  while (at + 8 <= bytes.length) {
    const group = view.getUint16(at, true);
    const explicit = group === 2 || (syntax || explicitLittle) !== implicitLittle;
    const element = readElement(view, at, explicit);
    if (!element) return;
    if (element.tag === 0x00020010) {
      syntax = text(bytes.subarray(element.valueAt, element.valueAt + element.length));
    }
    if (element.length === 0xffffffff) {
      if (element.tag === pixelDataTag) return;
      const end = endOfSequence(view, element.valueAt);
      if (end === null) return;
      at = end;
      continue;
    }
    yield element;
    at = element.valueAt + element.length;
  }
}

function readElement(view: DataView, at: number, explicit: boolean): Element | null {
  const tag = view.getUint16(at, true) * 0x10000 + view.getUint16(at + 2, true);
  if (!explicit) return { tag, valueAt: at + 8, length: view.getUint32(at + 4, true) };
  const vr = String.fromCharCode(view.getUint8(at + 4), view.getUint8(at + 5));
  if (!/^[A-Z]{2}$/.test(vr)) return null;
  if (!longLengthVrs.has(vr)) return { tag, valueAt: at + 8, length: view.getUint16(at + 6, true) };
  if (at + 12 > view.byteLength) return null;
  return { tag, valueAt: at + 12, length: view.getUint32(at + 8, true) };
}

/** Behind the delimiter of a sequence of undefined length; null where there is none. */
function endOfSequence(view: DataView, from: number): number | null {
  let depth = 1;
  for (let at = from; at + 8 <= view.byteLength; at += 2) {
    if (view.getUint16(at, true) !== 0xfffe) continue;
    const kind = view.getUint16(at + 2, true);
    if (kind === 0xe0dd && view.getUint32(at + 4, true) === 0) depth -= 1;
    if (depth === 0) return at + 8;
  }
  return null;
}

function text(value: Uint8Array | undefined, charset = ''): string {
  if (!value) return '';
  const decoder = new TextDecoder(charset.includes('192') ? 'utf-8' : 'latin1');
  return decoder
    .decode(value)
    .replace(/[\0 ]+$/g, '')
    .trim();
}

function unsignedShort(value: Uint8Array | undefined): number {
  return value && value.length >= 2 ? (value[0] ?? 0) + 256 * (value[1] ?? 0) : 0;
}
