import type { WireValue } from '@second-read/core/analysis/report-module';
import type { NotAssessedReason } from '@second-read/core/reading/finding';
import type { Measurement } from '@second-read/core/reading/measurement';
import { unsaid } from '@second-read/core/report/state-from-text';
import { type CervixFinding, type Change, whitenesses } from '../reading/schema.ts';

/** One entry of the list `findings`, or `swede`, as a reply has it. */
export type Fields = { readonly [key: string]: WireValue };

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** 0 to 100; null for anything else. */
export function percentOf(value: WireValue | undefined): number | null {
  return typeof value === 'number' && value >= 0 && value <= 100 ? value : null;
}

/**
 * The three kinds of finding, in the order of the manifest; of several entries of one type the first counts.
 */
export function findingsFrom(listed: readonly Fields[]): CervixFinding[] {
  const of = (type: string) => listed.find((fields) => fields.type === type);
  const [lesion, tissue, abnormality] = [of('lesion'), of('cervical tissue'), of('abnormality')];
  // Without a cervix nothing was looked for.
  const hasCervix = stateOf(tissue) !== 'not_found';
  const lesionState = { id: 'lesion-1', type: 'lesion' as const, ...statedOf(lesion, hasCervix) };
  const tissueState = {
    id: 'cervical-tissue-1',
    type: 'cervical tissue' as const,
    ...statedOf(tissue, hasCervix),
  };
  const abnormalityState = {
    id: 'abnormality-1',
    type: 'abnormality' as const,
    ...statedOf(abnormality, hasCervix),
  };
  return [
    lesionState.state === 'found' && lesion !== undefined
      ? {
          ...lesionState,
          descriptors: { whiteness: whitenessOf(lesion) },
          measurements: sizesOf(lesion.size),
        }
      : { ...lesionState, descriptors: null },
    { ...tissueState, descriptors: null, measurements: shareOf(tissue?.cervical_density) },
    {
      ...abnormalityState,
      descriptors:
        abnormalityState.state === 'found' ? { change: changeOf(abnormality?.abnormality_type) } : null,
    },
  ];
}

function stateOf(fields: Fields | undefined): 'found' | 'not_found' | null {
  if (fields?.found === 1 || fields?.found === true) return 'found';
  return fields?.found === 0 || fields?.found === false ? 'not_found' : null;
}

function statedOf(fields: Fields | undefined, hasCervix: boolean) {
  const state = stateOf(fields);
  if (state === 'found' || (state === 'not_found' && hasCervix)) {
    return { ...unsaid, ...toldOf(fields), state, reason: null, certainty: percentOf(fields?.confidence) };
  }
  const isMissing = fields?.found === undefined;
  const reason: NotAssessedReason =
    state === 'not_found' ? 'organ_not_found' : isMissing ? 'not_reported' : 'malformed';
  return { ...unsaid, ...toldOf(fields), state: 'not_assessed' as const, reason, certainty: null };
}

/** The words of each by their field in the reply. */
const toldFields = ['lesion_type', 'size', 'cervical_density', 'abnormality_type', 'clinical_note'];

function toldOf(fields: Fields | undefined) {
  if (fields === undefined) return {};
  const words = toldFields.map((name) => [name, fieldWords(fields[name])] as const);
  return { told: Object.fromEntries(words.filter(([, value]) => value.trim() !== '')) };
}

function fieldWords(value: WireValue | undefined): string {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : wordsOf(value);
}

function whitenessOf({ lesion_type }: Fields): (typeof whitenesses)[number] | null {
  const word = /^Acetowhite, (\w+)$/.exec(wordsOf(lesion_type))?.[1];
  return whitenesses.find((each) => each === word) ?? null;
}

/** How the words of each version open. */
const opens: readonly (readonly [words: string, change: Change])[] = [
  ['Abnormality suspected without an outlined lesion', 'without_outline'],
  ['Thin acetowhite', 'thin_acetowhite'],
  ['Dense acetowhite', 'dense_acetowhite'],
  ['Minor change', 'minor'],
  ['Major change', 'major'],
  ['Suspicious for invasion', 'suspicious_for_invasion'],
];

function changeOf(value: WireValue | undefined): Change | null {
  return opens.find(([words]) => wordsOf(value).startsWith(words))?.[1] ?? null;
}

/** "18.0 % of the cervix, 2 quadrants, 12 mm across" */
function sizesOf(value: WireValue | undefined): Measurement[] {
  const [, share, quadrants] = /^(\d+(?:\.\d+)?) % of the cervix, (\d) quadrants?/.exec(wordsOf(value)) ?? [];
  const [, across] = /, (\d+) mm across$/.exec(wordsOf(value)) ?? [];
  return [
    ...numbered('share_of_cervix', share, 'percent'),
    ...numbered('quadrants', quadrants, 'count'),
    ...numbered('longest_diameter', across, 'mm'),
  ];
}

/** "Cervix outlined over 68.5 % of the picture; …" */
function shareOf(value: WireValue | undefined): Measurement[] {
  const [, share] = /^Cervix outlined over (\d+(?:\.\d+)?) % of the picture/.exec(wordsOf(value)) ?? [];
  return numbered('share_of_picture', share, 'percent');
}

function numbered(quantity: string, value: string | undefined, unit: Measurement['unit']): Measurement[] {
  return value === undefined ? [] : [{ quantity, value: Number(value), unit, method: null }];
}

function wordsOf(value: WireValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
