import { storedBox, storedImage, type Way } from '../orientation/canonical.ts';
import { mask } from '../pixels/plane.ts';
import type { Point } from '../pixels/regions/contour.ts';
import type { Analysis } from '../reading/analysis.ts';
import type { FindingBase } from '../reading/finding.ts';
import { type Mark, markOf, type SliceEvidence } from '../reading/mark.ts';
import { eachRun } from '../reading/mark-shape.ts';
import type { AnyReading } from '../reading/reading.ts';
import { regionOfBox } from '../reading/region-of-box.ts';

/** All places of an analysis in the pixels of the stored image; sides and measures stay. */
export function storedAnalysis(analysis: Analysis, way: Way): Analysis {
  const { reading, candidates, labels, extraMaps, views, evidence } = analysis;
  return {
    ...analysis,
    reading: storedReading(reading, way),
    candidates: candidates.map((candidate) => storedBox(candidate, way)),
    labels: storedImage(labels, way),
    ...(extraMaps && { extraMaps: eachOf(extraMaps, (map) => storedImage(map, way)) }),
    views: eachOf(views, (view) => view && storedImage(view, way, 3)),
    ...(evidence && { evidence: storedEvidence(evidence, way) }),
  };
}

function storedEvidence(evidence: SliceEvidence, way: Way): SliceEvidence {
  const { marks, landmarks } = evidence;
  return {
    ...evidence,
    marks: marks.flatMap((mark) => storedMark(mark, way) ?? []),
    ...(landmarks && { landmarks: eachOf(landmarks, (at) => storedPoint(at, way)) }),
  };
}

function storedPoint({ x, y }: Point, way: Way): Point {
  const at = storedBox({ x, y, width: 0, height: 0 }, way);
  return { x: at.x, y: at.y };
}

function eachOf<K extends string, T>(values: { readonly [name in K]?: T }, of: (value: T) => T) {
  return Object.fromEntries(
    Object.entries<T>(values as Record<K, T>).map(([name, value]) => [name, of(value)]),
  ) as Record<K, T>;
}

function storedReading<R extends AnyReading>(reading: R, way: Way): R {
  return { ...reading, findings: reading.findings.map((finding) => storedFinding(finding, way)) };
}

function storedFinding<F extends FindingBase>(finding: F, way: Way): F {
  const box = finding.region?.box;
  if (!finding.region || !box) return finding;
  return { ...finding, region: regionOfBox(storedBox(box, way), way.stored, finding.region.labelClass) };
}

/** Undefined of a mark that is thinner than a stored pixel. */
function storedMark(mark: Mark, way: Way): Mark | undefined {
  if (mark.runs.length === 0) {
    const box = storedBox(mark.box, way);
    return { ...mark, box, areaPx: box.width * box.height };
  }
  const { type, score, facts } = mark;
  const region = mask(way.read.width, way.read.height);
  eachRun(mark.runs, (y, from, to) => region.data.fill(1, y * region.width + from, y * region.width + to));
  return markOf(storedImage(region, way), { type, score, ...(facts && { facts }) });
}
