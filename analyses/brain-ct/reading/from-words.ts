import type { Coded, Measured, ObservationCode, ObservationId, Reason, Side } from './codes.ts';

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

const whyNot: readonly (readonly [RegExp, Reason])[] = [
  [/^Not assessed: .*; not excluded, for review/, 'unlike_measured'],
  [/^Not assessed: not shown at this level/, 'not_at_level'],
  [/^Not assessed: no brain that can be judged/, 'no_brain'],
  [/^Not assessed: the frontal horns were not outlined/, 'implausible'],
  [/^Not assessed: the frontal horns cannot be measured/, 'not_measurable'],
  [/^Parenchymal volume: not assessed/, 'not_measured'],
];

const measures: readonly (readonly [RegExp, Measured['quantity'], Measured['unit']])[] = [
  [/(?:measured |\()(\d+\.\d) mm, /, 'shift', 'mm'],
  [/(?:measured |\(|, )(\d+\.\d) %(?:\)$| of the inner skull width)/, 'shift', '%'],
  [/\(Evans index (\d+\.\d+)\)$/, 'evans', '1'],
  [/\((?:sulcal )?CSF (\d+\.\d) %/, 'csf_share', '%'],
  [/[ (](\d+\.\d) cm²/, 'area', 'cm2'],
  [/[ (](\d+\.\d) % of the intracranial area/, 'area', '%'],
  [/, (\d+) HU lower than/, 'density_difference', 'HU'],
];

/** Quantities that a line can give. */
const quantitiesOf: Readonly<Partial<Record<ObservationId, readonly Measured['quantity'][]>>> = {
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
  return measures.flatMap(([pattern, quantity, unit]) => {
    const value = quantitiesOf[id]?.includes(quantity) ? pattern.exec(text)?.[1] : undefined;
    return value === undefined ? [] : [{ quantity, value: Number(value), unit }];
  });
}
