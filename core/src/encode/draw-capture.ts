import { blendLabels } from '../pixels/drawing/blend-labels.ts';
import type { LabelMap, Plane, RgbImage } from '../pixels/plane.ts';
import type { ExportRecord } from './export-record.ts';

/** Enough to tell the colours apart, and to see the picture through them. */
const opacity = 0.45;

/**
 * The picture with the findings laid over it in the report's colours; tissue that is no finding stays as it
 * is.
 */
export function drawCapture(
  { coding, findingTypes }: Pick<ExportRecord, 'coding' | 'findingTypes'>,
  picture: Plane<Uint8Array> | RgbImage,
  labels: LabelMap,
): RgbImage {
  const palette = Object.entries(coding.segments).flatMap(([classNumber, { finding }]) => {
    const colour = findingTypes.find(({ id }) => id === finding)?.colour;
    return colour === undefined ? [] : [[Number(classNumber), colour] as const];
  });
  return blendLabels(inColour(picture), labels, Object.fromEntries(palette), opacity);
}

function inColour(picture: Plane<Uint8Array> | RgbImage): RgbImage {
  const { width, height, data } = picture;
  if (data.length !== width * height) return picture;
  const colour = new Uint8Array(data.length * 3);
  for (let i = 0, j = 0; i < data.length; i++, j += 3) {
    const value = data[i] ?? 0;
    colour[j] = value;
    colour[j + 1] = value;
    colour[j + 2] = value;
  }
  return { width, height, data: colour };
}
