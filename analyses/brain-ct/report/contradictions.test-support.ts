import type { ReportDocument } from '@second-read/core/report/document';
import type { Urgency } from '@second-read/core/report/urgency';

/** What a line of the table says where it names something abnormal, and how the diagnosis must take it up. */
const abnormalLines: readonly (readonly [label: string, opens: RegExp, inDiagnosis: RegExp])[] = [
  ['Hemorrhage', /^Suspected/, /suspected acute intracranial hemorrhage/i],
  ['Hemorrhage', /not excluded, for review/, /hemorrhage is not excluded/i],
  ['Midline Shift', /^Shifted/, /midline shifted to the (left|right)/i],
  ['Ventricular Dilation', /^Dilated/, /(^|[^y]) dilated lateral|Dilated lateral/],
  ['Ventricular Dilation', /^Possibly dilated/, /possibly dilated lateral/i],
  ['Basal Cistern Dilation', /^Dilated/, /dilated basal cisterns/i],
  ['Basal Cistern Dilation', /^Narrow/, /narrow basal cisterns/i],
  ['Hypodense Areas', /^(Left|Right|Both sides),/, /hypodensity of undetermined age/i],
  ['Sulcation', /^Effaced/, /sulci effaced on the/i],
  ['Sulcation', /^Asymmetric/, /sulci asymmetric/i],
  ['Hypertrophy', /^(Generalized|Generalised|Cortical) volume loss/, /volume loss/i],
];

/** The line of the table behind each name of the diagnosis. */
const lineOf: Readonly<Record<string, string>> = {
  hemorrhage: 'Hemorrhage',
  midline: 'Midline Shift',
  'basal cisterns': 'Basal Cistern Dilation',
  'mass effect': 'Mass Effect',
  ventricles: 'Ventricular Dilation',
  'hypodense areas': 'Hypodense Areas',
  sulci: 'Sulcation',
  'parenchymal volume': 'Hypertrophy',
  'skull fracture': 'Fracture',
};

const isNotAssessed = (text: string): boolean => /not assessed|^Not Specified/i.test(text);

/** Each pair of statements of a brain report that cannot both be true. */
export function contradictionsOf(document: ReportDocument, urgency: Urgency): string[] {
  const rows = new Map(document.table?.rows.map(([label, words]) => [label, words]));
  const line = (label: string): string => rows.get(label) ?? '';
  const diagnosis = document.diagnosis?.text ?? '';
  return [
    ...abnormalContradictions(line, diagnosis, urgency),
    ...judgedContradictions(line, diagnosis),
    ...massContradictions(line),
    ...sideContradictions(line, diagnosis),
    ...numberContradictions([...rows.values(), diagnosis].join(' ')),
  ];
}

function abnormalContradictions(
  line: (label: string) => string,
  diagnosis: string,
  urgency: Urgency,
): string[] {
  const seen = abnormalLines.filter(([label, opens]) => opens.test(line(label)));
  const left = seen.filter(([, , words]) => !words.test(diagnosis));
  const out = left.map(([label]) => `${label} "${line(label)}" is not in the diagnosis`);
  if (seen.length > 0 && /no (other )?abnormality/i.test(diagnosis))
    out.push(`"No abnormality" beside ${seen.map(([label]) => label).join(', ')}`);
  if (seen.length > 0 !== urgency.value > 0)
    out.push(`urgency "${urgency.words}" beside ${seen.length} findings`);
  if (line('Hemorrhage').startsWith('None') !== /no h(a?)emorrhage/i.test(diagnosis))
    out.push(`hemorrhage "${line('Hemorrhage')}" against the diagnosis`);
  return out;
}

/** What is said to be judged was; what is said to be left out was left out. */
function judgedContradictions(line: (label: string) => string, diagnosis: string): string[] {
  const judged = namesIn(/measured \(judged: ([^)]*)\)/.exec(diagnosis)?.[1]);
  const left = [
    ...diagnosis.matchAll(/(?:Not assessed on this slice|Also not assessed): ([^.]*)\./g),
  ].flatMap(([, list = '']) => namesIn(list.replace(/ \([^)]*\)$/, '')));
  const unknown = [...judged, ...left].filter((name) => lineOf[name] === undefined);
  const text = (name: string): string => line(lineOf[name] ?? '');
  const silent = Object.keys(lineOf).filter((name) => isNotAssessed(text(name)) !== left.includes(name));
  return [
    ...unknown.map((name) => `"${name}" is no line`),
    ...judged.filter((name) => isNotAssessed(text(name))).map((name) => `${name} judged though not assessed`),
    ...silent.map((name) => `"${text(name)}" against what the diagnosis leaves out: ${left.join(', ')}`),
  ];
}

function namesIn(list = ''): string[] {
  return list.split(/, | and /).filter(Boolean);
}

function massContradictions(line: (label: string) => string): string[] {
  const mass = line('Mass Effect');
  const hasSign = line('Midline Shift').startsWith('Shifted') || line('Sulcation').startsWith('Effaced');
  const pressing = [
    // Beside a small bleeding both signs must have been looked for.
    ['Hemorrhage', mass.includes('no midline shift or effaced sulci') ? /^$/ : /^Suspected/],
    ['Sulcation', /^(Effaced|Narrow|Sulci not visible)/],
    ['Basal Cistern Dilation', /^Narrow/],
    ['Midline Shift', /^Shifted/],
  ] as const;
  return [
    ...(mass.startsWith('No sign')
      ? pressing
          .filter(([label, opens]) => opens.test(line(label)))
          .map(([label]) => `no mass effect beside ${label}`)
      : []),
    ...(mass.startsWith('Present') && !hasSign ? ['mass effect without a sign'] : []),
    ...(hasSign && !mass.startsWith('Present') && !mass.includes('midline moved towards')
      ? ['a sign of mass effect, none present']
      : []),
  ];
}

/** Sulci are effaced on the side of a lesion or of what pushes the midline away. */
function sideContradictions(line: (label: string) => string, diagnosis: string): string[] {
  const effaced = /^Effaced on the (left|right)/.exec(line('Sulcation'))?.[1];
  const bleeding = /^Suspected on the (left|right)/.exec(line('Hemorrhage'))?.[1];
  const told = /intracranial h(?:a?)emorrhage on the (left|right)/.exec(diagnosis)?.[1];
  const hypodense = /^(Left|Right),/.exec(line('Hypodense Areas'))?.[1]?.toLowerCase();
  const shifted = /^Shifted to the (left|right)/.exec(line('Midline Shift'))?.[1];
  const out = bleeding === told ? [] : [`bleeding ${bleeding} in the table, ${told} in the diagnosis`];
  if (effaced === undefined) return out;
  if (shifted === effaced) out.push(`effaced on the ${effaced}, shifted towards it`);
  if (shifted === undefined && bleeding !== effaced && hypodense !== effaced)
    out.push(`effaced on the ${effaced} without a lesion or shift on that side`);
  return out;
}

/** One thing has one number, and none that cannot be. */
function numberContradictions(text: string): string[] {
  const distinct = (found: RegExp): string[] => [
    ...new Set([...text.matchAll(found)].map(([, number = '']) => number)),
  ];
  const scores = distinct(/(?:model score|probability|confidence) (\d+(?:\.\d+)?) %/g);
  const indices = distinct(/\(Evans index (\d\.\d+)\)/g);
  return [
    ...(scores.length > 1 ? [`one probability as ${scores.join(' and ')}`] : []),
    ...(indices.length > 1 ? [`one index as ${indices.join(' and ')}`] : []),
    ...indices
      .filter((index) => Number(index) < 0.2)
      .map((index) => `an implausible Evans index of ${index}`),
  ];
}
