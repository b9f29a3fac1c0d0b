import type { Study } from '@second-read/core/decode/study';
import type { Box, Mask } from '@second-read/core/pixels/plane';
import { boundsOf } from '@second-read/core/pixels/regions/bounds';
import type { Fraction } from '@second-read/core/pixels/units';
import { fileFactsOf } from '@second-read/core/reading/file-facts';
import type { NotAssessedReason } from '@second-read/core/reading/finding';
import type { Measurement, Unit } from '@second-read/core/reading/measurement';
import { regionOfBox } from '@second-read/core/reading/region-of-box';
import type { LungFinding, LungReading, NoduleFinding } from '../../reading/schema.ts';
import { sizeRowOf } from '../../reading/size-row.ts';
import type { NoduleType } from '../nodules/nodule-type.ts';
import { roundToTenth } from '../nodules/size.ts';
import type { Opacities } from '../opacity/opacity.ts';
import { opacityReportFrom } from '../opacity/opacity-probability.ts';
import type { MeasuredNodule } from './measured-nodule.ts';

/** What was seen of one picture, as far as its reading tells it. */
export interface Seen {
  readonly study: Study;
  /** Study pixels per pixel of the masks and boxes. */
  readonly scale: number;
  readonly input: Pick<LungReading['input'], 'extent' | 'window' | 'pose' | 'greyScale'>;
  readonly nodules:
    | NotAssessedReason
    | { readonly reported: readonly MeasuredNodule[]; readonly score: Fraction };
  readonly opacities: NotAssessedReason | { readonly measured: Opacities; readonly score: Fraction };
}

/** Classes of the module's legend. */
const labelClass = { nodule: 3, 'ground-glass': 4, consolidation: 5 } as const;
const textures = {
  solid: 'solid',
  'part-solid': 'part_solid',
  'ground-glass': 'ground_glass',
} as const satisfies Record<NoduleType, string>;

/** Everything the engine states, in codes and numbers. */
export function toReading(seen: Seen): LungReading {
  const { study, nodules, opacities } = seen;
  return {
    module: 'lung',
    version: 1,
    origin: 'engine',
    legible: true,
    findings: [...noduleFindings(seen), ...opacityFindings(seen)],
    rules: [],
    facts: {
      nodules: typeof nodules === 'string' ? null : nodules.reported.length,
      ...opacityFacts(opacities),
    },
    input: {
      gate: null,
      spacingKnown: study.spacing?.kind === 'calibrated',
      file: fileFactsOf(study),
      ...seen.input,
      quantity: study.quantity,
    },
    texts: { conclusion: null, comments: [] },
  };
}

function opacityFacts(opacities: Seen['opacities']) {
  if (typeof opacities === 'string') {
    return { anyOpacity: null, opacityShare: null, opacityShareLeft: null, opacityShareRight: null };
  }
  const { measured, score } = opacities;
  return {
    // Lungs without any opaque pixel all get the same number, which measures nothing.
    anyOpacity: measured.share === 0 ? null : percent(score),
    opacityShare: share(measured.share),
    opacityShareLeft: share(measured.leftShare),
    opacityShareRight: share(measured.rightShare),
  };
}

function noduleFindings(seen: Seen): NoduleFinding[] {
  const { nodules } = seen;
  const none = { ...line('nodule'), type: 'nodule' as const, descriptors: null };
  if (typeof nodules === 'string') return [{ ...none, state: 'not_assessed', reason: nodules }];
  if (nodules.reported.length > 0) return nodules.reported.map((each, n) => noduleFinding(each, n + 1, seen));
  const kind = seen.input.window === 'lungs_black' ? 'mass' : 'nodule_or_mass';
  return [
    {
      ...none,
      state: 'not_found',
      // Where not even a weak candidate was seen nothing was weighed.
      certainty: nodules.score === 0 ? null : percent(1 - nodules.score),
      descriptors: { kind, texture: null, third: null, sizeRow: null },
    },
  ];
}

function noduleFinding(measured: MeasuredNodule, number: number, { scale, study }: Seen): NoduleFinding {
  const { nodule, kind, type, place, diameterMm } = measured;
  const texture = textures[type];
  return {
    ...line('nodule', number),
    type: 'nodule',
    state: 'found',
    certainty: percent(nodule.score),
    side: place?.side ?? null,
    descriptors: {
      kind,
      texture,
      third: place?.third ?? null,
      near: place?.near ?? null,
      sizeRow: diameterMm === null ? null : sizeRowOf(diameterMm, texture),
    },
    measurements: noduleMeasurements(measured),
    region: regionOfBox(scaled(nodule.box, scale), study, labelClass.nodule),
  };
}

function noduleMeasurements(nodule: MeasuredNodule): Measurement[] {
  const { diameterPx, diameterMm, areaPx, areaMm2, volumeMm3 } = nodule;
  const of = (quantity: string, value: number | null, unit: Unit, method: string | null = null) =>
    value === null ? [] : [{ quantity, value, unit, method }];
  return [
    ...of('mean_diameter', diameterMm === null ? null : roundToTenth(diameterMm), 'mm'),
    ...of('mean_diameter', roundToTenth(diameterPx), 'px'),
    ...of('area', areaMm2 === null ? null : roundToTenth(areaMm2), 'mm2'),
    ...of('area', Math.round(areaPx), 'px2'),
    ...of('volume', volumeMm3 === null ? null : Math.round(volumeMm3), 'mm3', 'area_times_slice_thickness'),
  ];
}

/**
 * The one probability is that of any opacity: certain is then that there is none of either kind, never one
 * kind alone. Where the window shows the lungs black faint opacities cannot be seen, and are not denied.
 */
function opacityFindings({ opacities, scale, study, input }: Seen): LungFinding[] {
  return (['ground-glass', 'consolidation'] as const).map((type) => {
    const base = { ...line(type), type, descriptors: null };
    if (typeof opacities === 'string') return { ...base, state: 'not_assessed', reason: opacities };
    const { measured, score } = opacities;
    const isGlass = type === 'ground-glass';
    const part = isGlass ? measured.groundGlassShare : measured.consolidationShare;
    const isFound = score >= opacityReportFrom && share(part) > 0;
    if (isGlass && !isFound && input.window === 'lungs_black')
      return { ...base, state: 'not_assessed', reason: 'hidden_by_window' };
    const measurements: Measurement[] = [
      { quantity: 'share_of_lungs', value: share(part), unit: 'percent', method: null },
    ];
    if (score < opacityReportFrom) {
      const certainty = measured.share === 0 ? null : percent(1 - score);
      return { ...base, state: 'not_found', certainty, measurements };
    }
    // What rounds to nothing is not told of.
    if (share(part) === 0) return { ...base, state: 'not_found', measurements };
    const region = regionOf(
      isGlass ? measured.groundGlass : measured.consolidation,
      scale,
      study,
      labelClass[type],
    );
    return { ...base, state: 'found', measurements, region };
  });
}

function regionOf(mask: Mask, scale: number, study: Study, label: number) {
  const box = boundsOf(mask, 0);
  return box === undefined ? null : regionOfBox(scaled(box, scale), study, label);
}

/** What a finding says until something is known of it. */
function line(name: string, number = 1) {
  return {
    id: `${name}-${number}`,
    reason: null,
    certainty: null,
    measurements: [],
    region: null,
    side: null,
  };
}

function scaled({ x, y, width, height }: Box, by: number): Box {
  return { x: x * by, y: y * by, width: width * by, height: height * by };
}

/** A probability in percent. */
function percent(probability: Fraction): number {
  return Number((100 * probability).toFixed(1));
}

/** A share of the lungs in percent. */
function share(part: Fraction): number {
  return Math.round(part * 1000) / 10;
}
