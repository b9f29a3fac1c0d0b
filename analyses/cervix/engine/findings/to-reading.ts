import type { Study } from '@second-read/core/decode/study';
import type { Mask, RgbImage } from '@second-read/core/pixels/plane';
import { boundsOf } from '@second-read/core/pixels/regions/bounds';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import type { Fraction } from '@second-read/core/pixels/units';
import { fileFactsOf } from '@second-read/core/reading/file-facts';
import type { Measurement } from '@second-read/core/reading/measurement';
import { regionOfBox } from '@second-read/core/reading/region-of-box';
import { measureLight } from '../../capture/light.ts';
import { measureQuality } from '../../capture/sharpness.ts';
import { type CervixFinding, type CervixReading, type Change, examined } from '../../reading/schema.ts';
import { framingOf } from '../photograph/framing.ts';
import type { RedShares } from '../segment/red-tissue.ts';
import { type Evidence, hasCervix, isAbnormal, whyUnassessed } from './findings.ts';

export interface Seen {
  readonly study: Study;
  readonly working: RgbImage;
  readonly evidence: Evidence;
  readonly glare: Mask;
  readonly red: RedShares;
  readonly looksColposcope: Fraction;
}

/** Classes of the module's legend. */
const labelClass = { cervix: 1, lesion: 2 } as const;

/** Everything the engine states, in codes and numbers. */
export function toReading(seen: Seen): CervixReading {
  const { evidence } = seen;
  const { acetowhiteness, size } = evidence.swede;
  return {
    module: 'cervix',
    version: 1,
    origin: 'engine',
    legible: true,
    findings: findingsOf(seen),
    swede: { acetowhiteness, size, ...untold },
    rules: [],
    facts: {
      notNegative: percent(evidence.notNegative),
      swedeFromFive: percent(evidence.swedeFromFive),
      junctionOutlined: area(evidence.regions.junction) > 0,
      notAssessed: [...examined],
    },
    input: inputOf(seen),
    texts: { conclusion: null, comments: [] },
  };
}

/**
 * Vessels and iodine need the examiner. The margin is measured but not told: with it the examiner's total lay
 * within the range in 21 of 45 pictures of a source that taught nothing, without it in 34.
 */
const untold = { margin: null, vessels: null, iodine: null };

function inputOf({ study, working, evidence, glare, red, looksColposcope }: Seen): CervixReading['input'] {
  const { brightness, sharpness } = measureQuality(working);
  const { iodineShare, burntShare, greenness, saturation } = measureLight(working);
  return {
    gate: null,
    file: fileFactsOf(study),
    spacingKnown: study.spacing?.kind === 'calibrated',
    framing: framingOf(evidence.regions.cervix),
    lightRatio: round(evidence.lightRatio, 2),
    reflections: percent(area(glare) / (glare.width * glare.height)),
    redInLesion: percent(red.lesion),
    redInCervix: percent(red.cervix),
    redAtOs: percent(red.os),
    beforeAcid: percent(evidence.beforeAcid),
    ...(evidence.statedAcid !== null && { statedAcid: evidence.statedAcid }),
    colposcope: percent(looksColposcope),
    light: {
      brightness: round(brightness, 1),
      sharpness: round(sharpness, 3),
      iodineShare: percent(iodineShare),
      burntShare: percent(burntShare),
      greenness: round(greenness, 3),
      saturation: round(saturation, 3),
    },
  };
}

function findingsOf(seen: Seen): CervixFinding[] {
  const lines = [
    { ...line('lesion'), type: 'lesion' as const, descriptors: null },
    { ...line('cervical-tissue'), type: 'cervical tissue' as const, descriptors: null },
    { ...line('abnormality'), type: 'abnormality' as const, descriptors: null },
  ] as const;
  if (!hasCervix(seen.evidence.regions)) {
    return lines.map((each) => ({ ...each, state: 'not_assessed', reason: 'organ_not_found' }));
  }
  const [lesion, tissue, abnormality] = lines;
  const cervix: CervixFinding = { ...tissue, state: 'found', ...tissueOf(seen) };
  const reason = whyUnassessed(seen.evidence);
  if (reason !== null) {
    const open = { state: 'not_assessed', reason } as const;
    return [{ ...lesion, ...open }, cervix, { ...abnormality, ...open }];
  }
  return [{ ...lesion, ...lesionOf(seen) }, cervix, { ...abnormality, ...abnormalityOf(seen.evidence) }];
}

function lesionOf({ evidence, study, red }: Seen) {
  const { presence, regions, swede, lesionReported } = evidence;
  if (!lesionReported) return { state: 'not_found' as const, certainty: percent(1 - presence) };
  const { place, diameterMm, acetowhiteness } = swede;
  const { from = null, to = null } = place.clock ?? {};
  const measurements: Measurement[] = (
    [
      ['share_of_cervix', percent(regions.lesionShare * (1 - red.lesion)), 'percent'],
      ['quadrants', place.quadrants, 'count'],
      ['clock_from', from, 'count'],
      ['clock_to', to, 'count'],
      ['longest_diameter', diameterMm === null ? null : Math.round(diameterMm), 'mm'],
    ] as const
  ).flatMap(([quantity, value, unit]) => (value === null ? [] : [{ quantity, value, unit, method: null }]));
  return {
    state: 'found' as const,
    certainty: percent(presence),
    descriptors: { whiteness: acetowhiteness === 2 ? ('dense' as const) : ('faint' as const) },
    measurements,
    region: regionOf(regions.lesion, study, labelClass.lesion),
  };
}

function tissueOf({ evidence: { regions }, study }: Seen) {
  const { cervix } = regions;
  const share = area(cervix) / (cervix.width * cervix.height);
  const measured: Measurement = {
    quantity: 'share_of_picture',
    value: percent(share),
    unit: 'percent',
    method: null,
  };
  return { measurements: [measured], region: regionOf(cervix, study, labelClass.cervix) };
}

/** A lesion is an abnormality: one is no less likely than the lesion, and none no surer than no lesion. */
function abnormalityOf(evidence: Evidence) {
  const { notNegative, presence, lesionReported } = evidence;
  const likeliest = Math.max(notNegative, presence);
  if (!isAbnormal(evidence)) return { state: 'not_found' as const, certainty: percent(1 - likeliest) };
  return {
    state: 'found' as const,
    certainty: percent(lesionReported ? likeliest : notNegative),
    descriptors: { change: changeOf(evidence) },
  };
}

function changeOf({ lesionReported, swede }: Evidence): Change {
  if (!lesionReported) return 'without_outline';
  return swede.acetowhiteness === 2 ? 'dense_acetowhite' : 'thin_acetowhite';
}

function regionOf(mask: Mask, study: Study, label: number) {
  const box = boundsOf(mask, 0);
  if (box === undefined) return null;
  const [across, down] = [study.width / mask.width, study.height / mask.height];
  const inStudy = {
    x: box.x * across,
    y: box.y * down,
    width: box.width * across,
    height: box.height * down,
  };
  return regionOfBox(inStudy, study, label);
}

/** What a finding says until something is known of it. */
function line(name: string) {
  return { id: `${name}-1`, reason: null, certainty: null, measurements: [], region: null, side: null };
}

function percent(share: Fraction): number {
  return round(100 * share, 1);
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
