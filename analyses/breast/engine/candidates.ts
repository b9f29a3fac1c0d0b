import type { Candidate } from '@second-read/core/analysis/finding';
import type { Calibration } from './calibration.ts';
import { nodeScore } from './findings.ts';
import { toInputBox } from './input-place.ts';
import type { BreastReading } from './read-breast.ts';

const mostCandidates = 20;
/** Places left for calcifications and nodes, so that masses alone do not fill the list. */
const mostClusters = 6;
const mostNodes = 2;

/** Everything suspicious, down to low scores, in input pixels, best first. */
export function breastCandidates(reading: BreastReading, calibration: Calibration): Candidate[] {
  const { frame, search, clusters, axilla } = reading;
  const small = [
    ...clusters.slice(0, mostClusters).map((cluster) => ({
      type: 'calcification',
      score: cluster.probability,
      ...toInputBox(frame, cluster.box),
    })),
    ...axilla.nodes.slice(0, mostNodes).map((node) => ({
      type: 'axilla',
      score: nodeScore(node, calibration),
      ...toInputBox(frame, {
        x: node.x - node.radius,
        y: node.y - node.radius,
        width: 2 * node.radius,
        height: 2 * node.radius,
      }),
    })),
  ];
  const grid = search?.context.grid;
  const masses = (search?.candidates ?? []).slice(0, mostCandidates - small.length).map((mass) => {
    const scale = grid?.scale ?? 1;
    const x = (grid?.left ?? 0) + (mass.x + 0.5 - mass.radius) * scale;
    const y = (grid?.top ?? 0) + (mass.y + 0.5 - mass.radius) * scale;
    const side = 2 * mass.radius * scale;
    return { type: 'mass', score: mass.lesion, ...toInputBox(frame, { x, y, width: side, height: side }) };
  });
  return [...masses, ...small].sort((a, b) => b.score - a.score);
}
