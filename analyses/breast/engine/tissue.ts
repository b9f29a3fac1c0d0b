import type { Infer } from '@second-read/core/analysis/engine';
import { clampBox, crop } from '@second-read/core/pixels/crop';
import { ofClass } from '@second-read/core/pixels/mask-logic';
import {
  type Box,
  type GreyPlane,
  greyPlane,
  type LabelMap,
  type Mask,
} from '@second-read/core/pixels/plane';
import { resize } from '@second-read/core/pixels/resize';
import type { Frame } from './frame.ts';
import { boxOf } from './region.ts';
import { decideLabels, tissueClass } from './tissue-labels.ts';
import { inputTensor, probabilities } from './tissue-network.ts';

const model = 'breast/tissue';

/** Margin around the bright area, as a share of its sides: the skin may lie outside it. */
const margin = 0.04;

export interface Tissue {
  /** Classes 0 to 3 in the geometry of the frame. */
  readonly labels: LabelMap;
  /** Adipose and fibroglandular: what density and sizes refer to. */
  readonly breast: Mask;
  /** Probability of fibroglandular tissue, 0 to 1. */
  readonly gland: GreyPlane;
}

/** Background, adipose, fibroglandular and pectoral by the network, on the box of the breast. */
export async function segmentTissue(frame: Frame, infer: Infer): Promise<Tissue> {
  const { width, height } = frame.grey;
  const box = boxAround(frame.body, width, height);
  const logits = (await infer(model, { image: inputTensor(crop(frame.grey, box)) })).logits;
  if (logits === undefined) throw new Error('the tissue network gave no "logits"');
  const planes = probabilities(logits).map((plane, k) =>
    place(plane, box, { width, height, fill: k === 0 ? 1 : 0 }),
  );
  const labels = decideLabels(planes, frame);
  return { labels, breast: breastOf(labels), gland: planes[2] ?? greyPlane(width, height) };
}

function boxAround(body: Mask, width: number, height: number): Box {
  const box = boxOf(body) ?? { x: 0, y: 0, width, height };
  const mx = box.width * margin;
  const my = box.height * margin;
  return clampBox(
    { x: box.x - mx, y: box.y - my, width: box.width + 2 * mx, height: box.height + 2 * my },
    width,
    height,
  );
}

/** Interpolates a plane into its box of the frame; `fill` outside. */
function place(
  plane: GreyPlane,
  box: Box,
  { width, height, fill }: { readonly width: number; readonly height: number; readonly fill: number },
): GreyPlane {
  const inner = resize(plane, box.width, box.height);
  const out = greyPlane(width, height);
  if (fill !== 0) out.data.fill(fill);
  for (let y = 0; y < box.height; y++) {
    out.data.set(inner.data.subarray(y * box.width, (y + 1) * box.width), (box.y + y) * width + box.x);
  }
  return out;
}

/** Adipose and fibroglandular. */
function breastOf(labels: LabelMap): Mask {
  return ofClass(labels, tissueClass.adipose, tissueClass.fibroglandular);
}
