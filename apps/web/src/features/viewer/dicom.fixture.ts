interface DicomOptions {
  readonly syntax: 'explicit' | 'implicit';
  /** Four stored values of a 2x2 picture. */
  readonly values: readonly number[];
  readonly patientId?: string;
  readonly modality?: string;
  readonly photometric?: string;
  /** Transfer syntax other than the plain ones. */
  readonly uid?: string;
  readonly withSequence?: boolean;
}

/** A tiny DICOM Part 10 file, written tag by tag. */
export function dicomFile(options: DicomOptions): Uint8Array {
  const { syntax, values, patientId = 'P1', modality = 'CT', photometric = 'MONOCHROME2 ' } = options;
  const uid = options.uid ?? (syntax === 'explicit' ? '1.2.840.10008.1.2.1' : '1.2.840.10008.1.2');
  const write = (tag: number, vr: string, value: Uint8Array) =>
    element(tag, vr, value, syntax === 'explicit');
  const pixels = new Uint8Array(Uint16Array.from(values).buffer);
  return concatenate([
    new Uint8Array(128),
    latin('DICM'),
    element(0x00020010, 'UI', padded(uid, '\0'), true),
    write(0x00080060, 'CS', padded(modality)),
    ...(options.withSequence ? [sequence()] : []),
    write(0x00100020, 'LO', padded(patientId)),
    write(0x00280002, 'US', short(1)),
    write(0x00280004, 'CS', padded(photometric)),
    write(0x00280010, 'US', short(2)),
    write(0x00280011, 'US', short(2)),
    write(0x00280100, 'US', short(16)),
    write(0x00280101, 'US', short(12)),
    write(0x00280103, 'US', short(0)),
    write(0x00281050, 'DS', padded('40\\-600')),
    write(0x00281051, 'DS', padded('350\\1500')),
    write(0x00281052, 'DS', padded('-1024')),
    write(0x00281053, 'DS', padded('1')),
    write(0x7fe00010, 'OW', pixels),
  ]);
}

/** An empty item in a sequence of undefined length, explicit. */
function sequence(): Uint8Array {
  return Uint8Array.from([
    ...[0x08, 0x00, 0x40, 0x11, 0x53, 0x51, 0, 0, 0xff, 0xff, 0xff, 0xff],
    ...[0xfe, 0xff, 0x00, 0xe0, 0, 0, 0, 0],
    ...[0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0],
  ]);
}

function element(tag: number, vr: string, value: Uint8Array, explicit: boolean): Uint8Array {
  const isLong = explicit && vr === 'OW';
  const head = new DataView(new ArrayBuffer(isLong ? 12 : 8));
  head.setUint16(0, tag >>> 16, true);
  head.setUint16(2, tag & 0xffff, true);
  if (explicit) for (const [index, byte] of latin(vr).entries()) head.setUint8(4 + index, byte);
  if (isLong) head.setUint32(8, value.length, true);
  else if (explicit) head.setUint16(6, value.length, true);
  else head.setUint32(4, value.length, true);
  return concatenate([new Uint8Array(head.buffer), value]);
}

function padded(text: string, filler = ' '): Uint8Array {
  return latin(text.length % 2 === 0 ? text : text + filler);
}

function latin(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function short(value: number): Uint8Array {
  return Uint8Array.from([value & 255, value >> 8]);
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
