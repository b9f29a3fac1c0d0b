import type { Writing } from '../../decode/dicom/dataset/element-header.ts';
import { transferSyntax } from '../../decode/dicom/dataset/transfer-syntax.ts';
import type { HeadFacts } from '../head-facts.ts';
import { keptAttributes } from '../kept-attributes.ts';
import type { PixelElement } from '../strip-elements.ts';
import { rawHeader } from '../write-raw.ts';
import type { PixelLayout } from './clean-pixels.ts';

type Elements = ReadonlyMap<number, readonly Uint8Array[]>;

/** Bits of float and double float pixels; integers say theirs. */
const floatBits: Readonly<Record<number, number>> = { 2145386504: 32, 2145386505: 64 };

/** How the pixels of a stripped head are written. */
export function pixelLayout(elements: Elements, pixels: PixelElement, facts: HeadFacts): PixelLayout {
  const { writing } = facts;
  const number = (tag: number, otherwise: number) => numberIn(tag, elements.get(tag), writing) ?? otherwise;
  const stated = floatBits[pixels.tag];
  const bitsAllocated = stated ?? number(0x00280100, 0);
  const bitsStored = stated ?? number(0x00280101, bitsAllocated);
  return {
    coding: transferSyntax(facts.syntaxUid)?.pixels ?? 'native',
    frames: number(0x00280008, 1) || 1,
    pixels: number(0x00280010, 0) * number(0x00280011, 0),
    samples: number(0x00280002, 1),
    bitsAllocated,
    bitsStored,
    highBit: stated ? bitsStored - 1 : number(0x00280102, bitsStored - 1),
    isLittleEndian: writing.isLittleEndian,
  };
}

/** Length of native pixels, without trailing bytes. */
export function withoutSurplus(pixels: PixelElement, layout: PixelLayout, writing: Writing): PixelElement {
  const { length } = pixels;
  const bits = layout.pixels * layout.samples * layout.bitsAllocated * layout.frames;
  const bytes = Math.ceil(bits / 8);
  const even = bytes + (bytes % 2);
  if (length === undefined || bytes === 0 || length <= even) return pixels;
  const header = rawHeader(pixels.tag, pixels.vr, even, writing);
  return { ...pixels, header, length: even };
}

/** The first number of an element that was kept: written as text or in two or four bytes. */
function numberIn(
  tag: number,
  parts: readonly Uint8Array[] | undefined,
  writing: Writing,
): number | undefined {
  const [header, bytes] = parts ?? [];
  if (!header || !bytes) return undefined;
  const said = String.fromCharCode(header[4] ?? 0, header[5] ?? 0);
  const vr = writing.isExplicit ? said : keptAttributes.get(tag)?.vr;
  if (vr === 'DS' || vr === 'IS') return Number.parseInt(String.fromCharCode(...bytes.subarray(0, 16)), 10);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length === 2) return view.getUint16(0, writing.isLittleEndian);
  return bytes.length === 4 ? view.getUint32(0, writing.isLittleEndian) : undefined;
}
