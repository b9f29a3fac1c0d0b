import type { Box } from '@second-read/core/pixels/plane';
import type { Point } from '@second-read/core/reading/outline';
import type { ProposalPicture } from '@second-read/core/review/draw/proposal';
import { proposeFromBox, proposeFromClick } from '@second-read/core/review/draw/propose-area';
import { useMemo, useState } from 'react';
import type { Picture } from '../../../stage/source/picture.ts';
import type { ProposalState } from './DrawingBar.tsx';
import type { OutlineTools } from './outline-tools.ts';

/** A shorter way of the pointer is a click, in pixels of the picture. */
const shortestBox = 4;
const nothing = 'Nothing stands out there. Drag a box around the finding, or draw it.';

/**
 * An outline proposed from a click or a box (decision 031), which then is the reader's to change. Undefined
 * where the picture shown is not of the size that was read.
 */
export function useProposal(
  tools: OutlineTools,
  picture: Picture,
  size: { readonly width: number; readonly height: number },
): { state: ProposalState; propose: (from: Point, to: Point) => void } | undefined {
  const [problem, setProblem] = useState<string | null>(null);
  const planes = useMemo(() => planesOf(picture), [picture]);
  if (picture.width !== size.width || picture.height !== size.height) return undefined;
  const propose = (from: Point, to: Point) => {
    const source: ProposalPicture = { ...size, planes };
    const box = boxOf(from, to);
    const isBox = Math.min(box.width, box.height) >= shortestBox;
    const area = isBox ? proposeFromBox(source, box) : proposeFromClick(source, from);
    setProblem(area === null ? nothing : null);
    if (area !== null) tools.drawing.propose(area);
  };
  return { state: { problem }, propose };
}

function boxOf(from: Point, to: Point): Box {
  const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
  return { x, y, width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) };
}

/** Grey as it is; of colors one plane each. */
function planesOf(picture: Picture): readonly ArrayLike<number>[] {
  if (picture.kind === 'grey') return [picture.samples];
  const { samples } = picture;
  return [0, 1, 2].map((channel) => {
    const plane = new Uint8Array(samples.length / 3);
    for (let at = 0; at < plane.length; at += 1) plane[at] = samples[3 * at + channel] ?? 0;
    return plane;
  });
}
