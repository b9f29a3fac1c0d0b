import { drawLetters } from '@second-read/core/burned-in-text/draw-letters.test-support';
import {
  type Attributes,
  greyAttributes,
  type Writing,
  wordBytes,
  writeDicom,
} from '@second-read/core/decode/dicom/write-dicom.test-support';

export const [width, height] = [256, 256];

/** A smooth disc with a name in its corner. */
export function values(isNamed: boolean): number[] {
  const data = Uint16Array.from({ length: width * height }, (_, i) => {
    const distance = Math.hypot((i % width) - 128, Math.floor(i / width) - 128);
    return distance < 90 ? 900 + Math.round(distance * 4) : 100;
  });
  if (isNamed) drawLetters({ width, height, data }, 'MUSTER JAN', { x: 8, y: 8, scale: 2, value: 4000 });
  return [...data];
}

/** Frames of 12 bits as a mammogram. */
export function dicom(frames: number[][], changes: Attributes = {}, writing: Writing = {}): Uint8Array {
  const pixels = Buffer.concat(frames.map((frame) => wordBytes(frame, writing.isLittleEndian ?? true)));
  return writeDicom(
    {
      '0008,0060': ['CS', 'MG'],
      ...(frames.length > 1 ? { '0028,0008': ['IS', String(frames.length)] } : {}),
      ...greyAttributes(width, height, 12),
      ...changes,
      '7fe0,0010': ['OW', new Uint8Array(pixels)],
    },
    writing,
  );
}
