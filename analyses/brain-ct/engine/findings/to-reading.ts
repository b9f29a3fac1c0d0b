import type { LabelMap } from '@second-read/core/pixels/plane';
import { boundsOf } from '@second-read/core/pixels/regions/bounds';
import { ofClass } from '@second-read/core/pixels/regions/mask-logic';
import type { Region } from '@second-read/core/reading/region';
import { regionOfBox } from '@second-read/core/reading/region-of-box';
import type { BleedingKind, ObservationId } from '../../reading/codes.ts';
import { findingOf } from '../../reading/finding-of.ts';
import type { BrainReading } from '../../reading/schema.ts';
import type { BleedingType } from '../measure/haemorrhage.ts';
import type { Measurements } from '../measure/measurements.ts';
import { hasBleeding, mostLikelyType } from './bleeding-words.ts';
import { isOpen } from './diagnosis.ts';
import { classes } from './label-map.ts';
import type { Observation } from './observation.ts';
import type { Observations } from './observations.ts';
import { rulesOf } from './rules.ts';

export interface ReadingInput {
  readonly measured: Measurements;
  readonly seen: Observations;
  /** As stored, in the geometry of the study. */
  readonly labels: LabelMap;
  /** The sentences of the diagnosis. */
  readonly comments: readonly string[];
}

const kinds: Readonly<Record<BleedingType, BleedingKind>> = {
  edh: 'epidural',
  sdh: 'subdural',
  sah: 'subarachnoid',
  iph: 'intraparenchymal',
  ivh: 'intraventricular',
};

/** The reading of one slice: everything the engine states, in codes and numbers. */
export function toReading({ measured: m, seen, labels, comments }: ReadingInput): BrainReading {
  const findings = findingsOf(m, seen, labels);
  return {
    module: 'brain-ct',
    version: 1,
    origin: 'engine',
    legible: true,
    findings,
    conclusion: isOpen(m, seen) ? 'open' : 'drawn',
    rules: rulesOf(m),
    facts: {
      statedConfidence: findings[0]?.certainty ?? null,
      haemorrhage: percent(m.bleeding.probability),
    },
    input: {
      gate: null,
      spacingKnown: m.mmPerPixel !== undefined,
      file: m.file,
      level: m.level,
      position: m.bleeding.position,
      density: m.density.source,
      turnDegrees: Number(((m.upright.turn * 180) / Math.PI).toFixed(1)),
    },
    texts: { conclusion: comments.join(' '), comments: [...comments], level: m.level, fracture: null },
  };
}

function findingsOf(m: Measurements, seen: Observations, labels: LabelMap): BrainReading['findings'] {
  const bleeding = lineOf('haemorrhage', seen.haemorrhage);
  const isFound = hasBleeding(m);
  const p = m.bleeding.probability;
  const type = isFound ? mostLikelyType(m) : null;
  const hypodense = lineOf('hypodense_areas', seen.hypodense);
  return [
    {
      ...bleeding,
      certainty: bleeding.state === 'not_assessed' ? null : percent(isFound ? p : 1 - p),
      descriptors: { ...bleeding.descriptors, kind: type && kinds[type] },
      region: isFound ? regionOf(labels, classes.haemorrhage) : null,
    },
    lineOf('midline_shift', seen.midline),
    lineOf('basal_cistern_dilation', seen.cisterns),
    lineOf('mass_effect', seen.massEffect),
    lineOf('ventricular_dilation', seen.ventricles),
    { ...hypodense, region: hypodense.state === 'found' ? regionOf(labels, classes.hypodense) : null },
    lineOf('sulcation', seen.sulci),
    lineOf('hypertrophy', seen.volume),
  ];
}

function lineOf<Id extends ObservationId>(type: Id, observation: Observation<Id>) {
  return { ...findingOf(type, observation, 'not_reported'), text: observation.text };
}

/** Where the label map shows it; null where nothing was outlined. */
function regionOf(labels: LabelMap, labelClass: number): Region | null {
  const box = boundsOf(ofClass(labels, labelClass), 0);
  return box === undefined ? null : regionOfBox(box, labels, labelClass);
}

/** As printed and stored: one decimal. */
function percent(share: number): number {
  return Number((100 * share).toFixed(1));
}
