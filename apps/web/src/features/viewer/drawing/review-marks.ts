import type { Box, LabelMap } from '@second-read/core/pixels/plane';
import { borderLoops } from '@second-read/core/pixels/regions/border-loops';
import type { PlacedMask } from '@second-read/core/pixels/regions/fill-polygon';
import type { Outline } from '@second-read/core/reading/outline';
import { findingAreas } from '@second-read/core/review/finding-areas';
import type { DrawnFinding } from '@second-read/core/review/finding-pixels';

export type MarkState = 'machine' | 'changed' | 'added' | 'rejected';

/** A finding as its reader left it. */
export interface MarkedFinding {
  readonly id: string;
  /** "Nodule 2" */
  readonly label: string;
  readonly colour: string;
  readonly state: MarkState;
  /** Drawn by a reader, in pixels of the picture; null: as the machine marked it. */
  readonly outline: Outline | null;
}

/** A finding where it lies. */
export interface ReviewMark extends MarkedFinding {
  /** Its border, in pixels of the picture; of an area with holes theirs, too. */
  readonly loops: readonly Outline[];
  /** SVG path, filled by the even-odd rule. */
  readonly path: string;
  /** Turns the path's coordinates into pixels of the picture. */
  readonly scale: { readonly x: number; readonly y: number };
  /** In pixels of the picture. */
  readonly box: Box;
}

interface MachineMarks {
  readonly labels: LabelMap;
  readonly drawn: readonly DrawnFinding[];
}

const ownSize = { x: 1, y: 1 };

/** The findings that lie somewhere: a reader's outline, else what the machine marked of them. */
export function reviewMarks(
  findings: readonly MarkedFinding[],
  machine: MachineMarks | null,
  picture: { readonly width: number; readonly height: number },
): ReviewMark[] {
  const areas = machine === null ? new Map() : findingAreas(machine.labels, machine.drawn);
  const { labels = picture } = machine ?? {};
  const scale = { x: picture.width / labels.width, y: picture.height / labels.height };
  return findings.flatMap((finding): ReviewMark[] => {
    const { outline } = finding;
    if (outline !== null)
      return [
        { ...finding, loops: [outline], path: outlinePath(outline), scale: ownSize, box: boxOf(outline) },
      ];
    const area: PlacedMask | undefined = areas.get(finding.id);
    if (area === undefined) return [];
    const { x, y, width, height } = area.box;
    const box = { x: x * scale.x, y: y * scale.y, width: width * scale.x, height: height * scale.y };
    const loops = loopsOf(area).map((loop) => loop.map((at) => ({ x: at.x * scale.x, y: at.y * scale.y })));
    return [{ ...finding, loops, path: areaPath(area), scale, box }];
  });
}

export function outlinePath(outline: Outline): string {
  return outline.length === 0 ? '' : `M${outline.map(({ x, y }) => `${x} ${y}`).join('L')}Z`;
}

/** Along the edges of its pixels. */
export function areaPath(area: PlacedMask): string {
  return loopsOf(area).map(outlinePath).join('');
}

function loopsOf({ box, mask }: PlacedMask): Outline[] {
  return borderLoops(mask, 1).map((loop) => loop.map(({ x, y }) => ({ x: x + box.x, y: y + box.y })));
}

function boxOf(outline: Outline): Box {
  const [xs, ys] = [outline.map(({ x }) => x), outline.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
