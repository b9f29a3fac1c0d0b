import type { Candidate, Finding } from '@second-read/core/analysis/finding';
import type { Box, Mask } from '@second-read/core/pixels/plane';
import { connectedComponents } from '@second-read/core/pixels/regions/connected-components';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import { mapped } from '../head/canvas-geometry.ts';
import type { Measurements } from '../measure/measurements.ts';
import { hasBleeding, mostLikelyType } from './bleeding-words.ts';
import { type Observations, observe } from './observations.ts';
import { sideOf } from './regions.ts';

/** The findings of the manifest with their observations in words. */
export function findingsOf(m: Measurements, seen: Observations = observe(m)): Finding[] {
  const isBleeding = hasBleeding(m);
  const p = m.bleeding.probability;
  return [
    {
      type: 'haemorrhage',
      found: isBleeding,
      confidence: seen.haemorrhage.judgement === 'not assessed' ? null : 100 * (isBleeding ? p : 1 - p),
      attributes: {
        observation: seen.haemorrhage.text,
        type: isBleeding ? mostLikelyType(m) : null,
        side: isBleeding ? (sideOf(m.bleedingRegion, m) ?? null) : null,
        areaMm2: isBleeding ? areaMm2(m.bleedingRegion, m) : null,
      },
    },
    {
      type: 'hypodense area',
      found: seen.hypodense.judgement === 'abnormal',
      confidence: null,
      attributes: { observation: seen.hypodense.text, fraction: m.hypodense?.fraction ?? null },
    },
    {
      type: 'ventricles',
      found: m.csf !== undefined && area(m.csf.central) > 0,
      confidence: null,
      attributes: {
        midlineShift: seen.midline.text,
        massEffect: seen.massEffect.text,
        ventricularDilation: seen.ventricles.text,
        basalCisternDilation: seen.cisterns.text,
        level: m.level,
      },
    },
    {
      type: 'sulci',
      found: m.csf !== undefined && area(m.csf.sulcal) > 0,
      confidence: null,
      attributes: { sulcation: seen.sulci.text, hypertrophy: seen.volume.text },
    },
  ];
}

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
  ].map(([x = 0, y = 0]) => mapped(m.frame.toStudy, { x: x - 0.5, y: y - 0.5 }));
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [x, y] = [Math.max(0, Math.round(Math.min(...xs))), Math.max(0, Math.round(Math.min(...ys)))];
  return { x, y, width: Math.round(Math.max(...xs)) - x, height: Math.round(Math.max(...ys)) - y };
}

function areaMm2(region: Mask, m: Measurements): number | null {
  return m.mmPerPixel === undefined ? null : area(region) * m.mmPerPixel ** 2;
}
