import type { Box } from '../pixels/plane.ts';
import type { ModuleCoding } from '../reading/code.ts';
import type { AnyFinding } from '../reading/reading.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

type Coding = Pick<ModuleCoding, 'segments' | 'findings'>;

/** The class of the label map that shows findings of a type; null for types that it does not show. */
export function classOfType(type: string, { segments, findings }: Coding): number | null {
  const own = Object.entries(segments).find(
    ([, segment]) => segment.finding === type || segment.type.value === findings[type]?.value,
  );
  return own === undefined ? null : Number(own[0]);
}

/** A finding of the machine that the label map may show. */
export interface DrawnFinding {
  readonly id: string;
  readonly classNumber: number;
  /** In pixels of the label map; null where the reading does not say where it lies. */
  readonly box: Box | null;
}

/** What the machine found, with its class of the label map, which may be of another size than the picture. */
export function drawnFindings(
  findings: readonly AnyFinding[],
  { coding, picture, labels }: { coding: Coding; picture: Size; labels: Size },
): DrawnFinding[] {
  const [x, y] = [labels.width / picture.width, labels.height / picture.height];
  return findings.flatMap(({ id, type, state, region }) => {
    const classNumber = region?.labelClass ?? classOfType(type, coding);
    if (state !== 'found' || classNumber === null) return [];
    const at = region?.box ?? null;
    const box = at && { x: at.x * x, y: at.y * y, width: at.width * x, height: at.height * y };
    return [{ id, classNumber, box }];
  });
}

/**
 * Which of the findings of one class a pixel of it belongs to: the one whose box is nearest, of boxes that
 * hold it the one whose middle is nearest by the size of the box. Undefined where there is none.
 */
export function ownerOf(
  { x, y }: { readonly x: number; readonly y: number },
  sameClass: readonly DrawnFinding[],
): DrawnFinding | undefined {
  if (sameClass.length < 2) return sameClass[0];
  let owner = sameClass[0];
  let nearest = Number.POSITIVE_INFINITY;
  for (const finding of sameClass) {
    const distance = finding.box === null ? Number.MAX_VALUE : distanceTo(finding.box, x + 0.5, y + 0.5);
    if (distance >= nearest) continue;
    nearest = distance;
    owner = finding;
  }
  return owner;
}

/** Within a box from 0 in its middle to 1 at its corners; outside of it 1 and more. */
function distanceTo({ x: left, y: top, width, height }: Box, x: number, y: number): number {
  const outside = Math.hypot(Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height));
  if (outside > 0) return 1 + outside;
  const [dx, dy] = [(x - left) / width - 0.5, (y - top) / height - 0.5];
  return Math.SQRT2 * Math.hypot(dx, dy);
}
