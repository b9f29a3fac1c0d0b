import type { Candidate } from '@second-read/core/reading/candidate';
import type { Calibration } from '../calibration.ts';
import { toInputBox } from '../framing/input-place.ts';
import { rankMasses } from '../masses/mass-ranks.ts';
import type { BreastMeasures } from '../read-breast.ts';
import { nodeScore } from './named-findings.ts';

const maxCandidates = 20;
/** Places left for calcifications and nodes, so that masses alone do not fill the list. */
const maxClusters = 6;
const maxNodes = 2;

/** Everything suspicious, down to low scores, in input pixels, best first. */
export function breastCandidates(reading: BreastMeasures, calibration: Calibration): Candidate[] {
  const { working, search, clusters, axilla } = reading;
  const small = [
    ...clusters.slice(0, maxClusters).map((cluster) => ({
      type: 'calcification',
      score: cluster.probability,
      ...toInputBox(working, cluster.box),
    })),
    ...axilla.nodes.slice(0, maxNodes).map((node) => ({
      type: 'axilla',
      score: nodeScore(node, calibration),
      ...toInputBox(working, {
        x: node.x - node.radius,
        y: node.y - node.radius,
        width: 2 * node.radius,
        height: 2 * node.radius,
      }),
    })),
  ];
  const grid = search?.context.grid;
  const ranked = rankMasses(search?.candidates ?? []).slice(0, maxCandidates - small.length);
  const masses = ranked.map(({ candidate: mass, score }) => {
    const scale = grid?.scale ?? 1;
    const x = (grid?.left ?? 0) + (mass.x + 0.5 - mass.radius) * scale;
    const y = (grid?.top ?? 0) + (mass.y + 0.5 - mass.radius) * scale;
    const side = 2 * mass.radius * scale;
    return { type: 'mass', score, ...toInputBox(working, { x, y, width: side, height: side }) };
  });
  return [...masses, ...small].sort((a, b) => b.score - a.score);
}
