import {
  type BleedingKind,
  type Coded,
  type Measured,
  measuredAs,
  type ObservationCode,
  type ObservationId,
  type Quantity,
} from '@second-read/analyses/brain-ct/reading/codes';
import type { NotAssessedReason, Side } from '@second-read/core/reading/finding';

/** What the words that every version stored say; the first that fits counts. */
const opens: { readonly [Id in ObservationId]: readonly (readonly [RegExp, ObservationCode<Id>])[] } = {
  haemorrhage: [
    [/^Suspected/, 'suspected'],
    [/not excluded, for review/, 'not_excluded'],
    [/^None detected/, 'not_detected'],
  ],
  midline_shift: [
    [/^Shifted/, 'shifted'],
    [/^No(ne| shift)/, 'not_shifted'],
  ],
  basal_cistern_dilation: [
    [/^Narrow/, 'narrow'],
    [/^Dilated/, 'dilated'],
    [/^Basal cisterns visible/, 'usual'],
  ],
  mass_effect: [
    [/^Present/, 'present'],
    [/^Not excluded/, 'not_excluded'],
    [/^No(ne| sign) measured/, 'no_sign'],
  ],
  ventricular_dilation: [
    [/^Dilated/, 'dilated'],
    [/^Possibly dilated/, 'possibly_dilated'],
    [/^Not dilated/, 'not_dilated'],
  ],
  hypodense_areas: [
    [/^(Left|Right|Both sides),/, 'seen'],
    [/^None seen/, 'none_seen'],
  ],
  sulcation: [
    [/^Effaced/, 'effaced'],
    [/^Asymmetric/, 'asymmetric'],
    [/^Prominent/, 'prominent'],
    [/^Sulci not visible/, 'not_visible'],
    [/^Within the usual range/, 'usual'],
  ],
  hypertrophy: [
    [/^Generali[sz]ed volume loss/, 'generalized_loss'],
    [/^Cortical volume loss/, 'cortical_loss'],
  ],
};

const whyNot: readonly (readonly [RegExp, NotAssessedReason])[] = [
  [/^Not assessed: .*; not excluded, for review/, 'unlike_measured'],
  [/^Not assessed: not (shown )?at this level/, 'outside_view'],
  [/^Not assessed: no brain that can be judged/, 'organ_not_found'],
  [/^Not assessed: the frontal horns were not outlined/, 'implausible'],
  [/^Not assessed: the frontal horns cannot be measured/, 'not_measurable'],
  [/^Parenchymal volume: not assessed/, 'not_measurable'],
];

/** `times`: to the unit of the reading. */
const measures: readonly (readonly [RegExp, Quantity, Measured['unit'], times?: number])[] = [
  [/(?:measured |\()(\d+\.\d) mm, /, 'shift', 'mm'],
  [/(?:measured |\(|, )(\d+\.\d) %(?:\)$| of the inner skull width)/, 'shift', 'percent'],
  [/\(Evans index (\d+\.\d+)\)$/, 'evans', 'ratio'],
  [/\((?:sulcal )?CSF (\d+\.\d) %/, 'csf_share', 'percent'],
  [/[ (](\d+\.\d) cm²/, 'area', 'mm2', 100],
  [/[ (](\d+\.\d) % of the intracranial area/, 'area', 'percent'],
  [/, (\d+) HU lower than/, 'density_difference', 'HU'],
];

/** Quantities that a line can give. */
const quantitiesOf: Readonly<Partial<Record<ObservationId, readonly Quantity[]>>> = {
  haemorrhage: ['area'],
  midline_shift: ['shift'],
  basal_cistern_dilation: ['csf_share'],
  ventricular_dilation: ['evans'],
  hypodense_areas: ['area', 'density_difference'],
  sulcation: ['csf_share'],
  hypertrophy: ['csf_share'],
};

/** What a stored line says. Never throws: words of another kind name nothing. */
export function fromWords<Id extends ObservationId>(id: Id, text: string): Coded<Id> {
  const code = opens[id].find(([pattern]) => pattern.test(text))?.[1] ?? null;
  const reason = whyNot.find(([pattern]) => pattern.test(text))?.[1] ?? null;
  const isMeasured = code !== null && reason === null;
  return {
    code,
    reason,
    side: isMeasured ? sideOf(text) : null,
    measured: isMeasured ? measuredIn(id, text) : [],
  };
}

function sideOf(text: string): Side | null {
  const named =
    /^(?:Suspected on the|Shifted to the|Effaced on the|Asymmetric, less visible on the) (left|right)\b/;
  const side = named.exec(text)?.[1] ?? /^(Left|Right|Both) ?(?:sides)?,/.exec(text)?.[1]?.toLowerCase();
  return side === 'left' || side === 'right' || side === 'both' ? side : null;
}

function measuredIn(id: ObservationId, text: string): Measured[] {
  const isEstimated = /, estimated\)$/.test(text);
  return measures.flatMap(([pattern, quantity, unit, times = 1]) => {
    const value = quantitiesOf[id]?.includes(quantity) ? pattern.exec(text)?.[1] : undefined;
    if (value === undefined) return [];
    const method = quantity === 'density_difference' && isEstimated ? 'estimated_density' : null;
    return [measuredAs(quantity, Number((times * Number(value)).toFixed(2)), unit, method)];
  });
}

const kinds: readonly (readonly [RegExp, BleedingKind])[] = [
  [/\bepidural (favored|haematoma)/, 'epidural'],
  [/\bsubdural (favored|haematoma)/, 'subdural'],
  [/\bsubarachnoid (favored|haemorrhage)/, 'subarachnoid'],
  [/\bintraparenchymal\b/, 'intraparenchymal'],
  [/\bintraventricular\b/, 'intraventricular'],
];

/** What the bleeding of a stored line most looks like; null where its words name none. */
export function bleedingKindFrom(text: string): BleedingKind | null {
  return kinds.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
