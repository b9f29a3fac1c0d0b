import { parseColour } from '../pixels/color/colour.ts';
import type { Palette } from '../pixels/color/palette.ts';
import { drawOutline } from '../pixels/drawing/draw-polyline.ts';
import { paintLabels } from '../pixels/drawing/paint-labels.ts';
import type { LabelMap, RgbImage } from '../pixels/plane.ts';
import { ofClass } from '../pixels/regions/mask-logic.ts';
import type { ModuleCoding } from '../reading/code.ts';

/** The colours of the findings, and the label maps of the machine and of the version. */
export interface RedrawnVersion {
  readonly coding: Pick<ModuleCoding, 'segments'>;
  readonly findingTypes: readonly { readonly id: string; readonly colour: string }[];
  readonly machine: LabelMap;
  readonly labels: LabelMap;
}

/** Enough to meet every class that is no finding; findings have a colour of their own. */
const samples = 200_000;

/** The segmented picture of a version, in the colours and at the size of the machine's. */
export function redrawSegmented(drawn: RgbImage, version: RedrawnVersion): RgbImage {
  const palette = { ...findingColours(version), ...coloursIn(drawn, version.machine) };
  return paintLabels(version.labels, palette, drawn);
}

/** The class numbers that are findings, each with its color on the report. */
function findingColours({ coding, findingTypes }: RedrawnVersion): Palette {
  return Object.fromEntries(
    Object.entries(coding.segments).flatMap(([classNumber, { finding }]) => {
      const colour = findingTypes.find(({ id }) => id === finding)?.colour;
      return colour === undefined ? [] : [[Number(classNumber), colour]];
    }),
  );
}

/** What most of the pixels of a class are drawn in. */
function coloursIn(drawn: RgbImage, labels: LabelMap): Palette {
  const counts = new Map<number, Map<number, number>>();
  const step = Math.max(1, Math.ceil(labels.data.length / samples));
  for (let at = 0; at < labels.data.length; at += step) {
    const x = Math.floor((((at % labels.width) + 0.5) * drawn.width) / labels.width);
    const y = Math.floor(((Math.floor(at / labels.width) + 0.5) * drawn.height) / labels.height);
    const i = 3 * (y * drawn.width + x);
    const colour = rgb(drawn, i);
    const of = counts.get(labels.data[at] ?? 0) ?? new Map<number, number>();
    counts.set(labels.data[at] ?? 0, of.set(colour, (of.get(colour) ?? 0) + 1));
  }
  return Object.fromEntries(
    [...counts].map(([classNumber, of]) => {
      const [colour] = [...of].reduce((most, each) => (each[1] > most[1] ? each : most));
      return [classNumber, `#${colour.toString(16).padStart(6, '0')}`];
    }),
  );
}

function rgb({ data }: RgbImage, i: number): number {
  return ((data[i] ?? 0) << 16) | ((data[i + 1] ?? 0) << 8) | (data[i + 2] ?? 0);
}

/**
 * The figure of a version: outlines of findings whose marks changed are taken off the machine's figure, and
 * drawn where the version has them; everything else stays. All of one size.
 */
export function redrawFigure(drawn: RgbImage, picture: RgbImage, version: RedrawnVersion): RgbImage {
  const image = { ...drawn, data: drawn.data.slice() };
  const width = Math.max(1, Math.round(Math.min(drawn.width, drawn.height) / 320)) + 1;
  for (const [classNumber, hex] of Object.entries(findingColours(version))) {
    if (!hasChanged(version, Number(classNumber))) continue;
    const colour = parseColour(hex);
    const own = (colour[0] << 16) | (colour[1] << 8) | colour[2];
    for (let i = 0; i < image.data.length; i += 3)
      if (rgb(drawn, i) === own) image.data.set(picture.data.subarray(i, i + 3), i);
    drawOutline(image, ofClass(version.labels, Number(classNumber)), { colour, width });
  }
  return image;
}

function hasChanged({ machine, labels }: RedrawnVersion, classNumber: number): boolean {
  return labels.data.some((each, at) => (each === classNumber) !== (machine.data[at] === classNumber));
}
