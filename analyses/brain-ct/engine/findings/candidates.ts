import type { Box } from '@second-read/core/pixels/plane';
import { connectedComponents } from '@second-read/core/pixels/regions/connected-components';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import type { Candidate } from '@second-read/core/reading/candidate';
import { mapped } from '../head/canvas-geometry.ts';
import type { Measurements } from '../measure/measurements.ts';

/** Bleedings and hypodense areas with their boxes in the picture, best first. */
export function candidatesOf(m: Measurements): Candidate[] {
  const bleedings = connectedComponents(m.bleedingRegion).components.map((part) => ({
    type: 'haemorrhage',
    ...boxOnStudy(part.box, m),
    score: m.bleeding.probability,
  }));
  const hypodense = m.hypodense === undefined ? [] : connectedComponents(m.hypodense.region).components;
  const areas = hypodense.map((part) => ({
    type: 'hypodense area',
    ...boxOnStudy(part.box, m),
    score: Math.min(1, part.area / Math.max(1, area(m.skull.intracranial)) / 0.1),
  }));
  return [...bleedings, ...areas].sort((a, b) => b.score - a.score).slice(0, 20);
}

function boxOnStudy(box: Box, m: Measurements): Box {
  const corners = [
    [box.x, box.y],
    [box.x + box.width, box.y],
    [box.x, box.y + box.height],
    [box.x + box.width, box.y + box.height],
  ].map(([x = 0, y = 0]) => mapped(m.upright.toStudy, { x: x - 0.5, y: y - 0.5 }));
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [x, y] = [Math.max(0, Math.round(Math.min(...xs))), Math.max(0, Math.round(Math.min(...ys)))];
  return { x, y, width: Math.round(Math.max(...xs)) - x, height: Math.round(Math.max(...ys)) - y };
}
