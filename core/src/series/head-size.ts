import { sniff } from '../decode/sniff.ts';
import { readSliceFacts } from './slice-facts.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Frames of a JPEG (T.81 B.1.1.3): C0 to CF without the tables and the extension among them. */
const notFrames: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);

/** Size of the picture by the first bytes of a PNG, JPEG or DICOM file; undefined where they do not say. */
export function sizeInHead(bytes: Uint8Array): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const format = sniff(bytes);
  if (format === 'png' && bytes.length >= 24)
    return { width: view.getUint32(16), height: view.getUint32(20) };
  if (format === 'jpeg') return sizeOfJpeg(view);
  if (format !== 'dicom') return undefined;
  const head = readSliceFacts(bytes, true);
  return head.kind === 'slice' ? { width: head.facts.columns, height: head.facts.rows } : undefined;
}

function sizeOfJpeg(view: DataView): Size | undefined {
  for (let at = 2; at + 9 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker >= 0xc0 && marker <= 0xcf && !notFrames.has(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // Any number of FF may come before a marker.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}
