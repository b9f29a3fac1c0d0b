import type { WireValue } from '@second-read/core/analysis/report-module';
import type { NotAssessedReason } from '@second-read/core/reading/finding';
import { unsaid } from '@second-read/core/report/state-from-text';
import type { CervixFinding } from '../reading/schema.ts';

/** One entry of the list `findings`, or `swede`, as a reply has it. */
export type Fields = { readonly [key: string]: WireValue };

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** 0 to 100; null for anything else. */
function percentOf(value: WireValue | undefined): number | null {
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
    { ...lesionState, descriptors: lesionState.state === 'found' ? { whiteness: null } : null },
    { ...tissueState, descriptors: null },
    { ...abnormalityState, descriptors: abnormalityState.state === 'found' ? { change: null } : null },
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
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' ? value : '';
}
