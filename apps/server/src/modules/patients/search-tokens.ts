import { createHmac } from 'node:crypto';
import { type DataKey, deriveKey } from '../../platform/crypto/key-ring.ts';
import { foldPatientId } from './fold-patient-id.ts';

/** The longest part with a token; longer ones are looked up by all their parts of this length. */
const longestPart = 3;

/** Two weeks. Searches go period by period, newest first, so that no lookup returns too many rows. */
export const periodMs = 14 * 86_400_000;

export function periodOf(at: Date): number {
  return Math.floor(at.getTime() / periodMs);
}

/** Whose reports of which module are searched: an organisation's or an account's. */
export interface SearchScope {
  readonly scopeId: string;
  readonly module: string;
}

/** The searchable facts of a stored report. */
export interface SearchedReport {
  readonly organisationId: string;
  readonly userId: string;
  readonly module: string;
  readonly createdAt: Date;
}

/**
 * The index tokens of what a report is searched by, its patient ID first: a keyed digest for each part of one
 * to three characters, by period and module, once for the organisation and once for the account.
 */
export function tokensOf(texts: readonly string[], of: SearchedReport, key: DataKey): number[] {
  const period = periodOf(of.createdAt);
  const tokens = new Set<number>();
  for (const scopeId of [of.organisationId, of.userId]) {
    for (const part of new Set(texts.flatMap(partsOf))) {
      tokens.add(inPeriod(tokenOf(part, { scopeId, module: of.module }, key), period));
    }
  }
  return [...tokens].sort((a, b) => a - b);
}

function partsOf(text: string): string[] {
  const characters = [...foldPatientId(text)];
  const parts = new Set<string>();
  for (let length = 1; length <= longestPart; length += 1) {
    for (let at = 0; at + length <= characters.length; at += 1)
      parts.add(characters.slice(at, at + length).join(''));
  }
  return [...parts];
}

/**
 * Tokens of every searched text that contains `part`, for each period, under one key. A report may have all
 * of them without the part (rarely up to three characters, more often beyond), so matches are checked.
 */
export function tokensToFind(
  part: string,
  scope: SearchScope,
  periods: readonly number[],
  key: DataKey,
): number[][] {
  const characters = [...foldPatientId(part)];
  const length = Math.min(longestPart, characters.length);
  const parts = new Set<string>();
  for (let at = 0; at + length <= characters.length; at += 1)
    parts.add(characters.slice(at, at + length).join(''));
  const tokens = [...parts].map((each) => tokenOf(each, scope, key));
  return periods.map((period) => tokens.map((token) => inPeriod(token, period)));
}

/** Equal for equal patient IDs of one organisation, different across organisations. */
export function digestOf(patientId: string, organisationId: string, key: DataKey): string {
  return hmac(['whole', organisationId, patientId], key).toString('base64url', 0, 18);
}

function tokenOf(part: string, { scopeId, module }: SearchScope, key: DataKey): number {
  return hmac(['part', scopeId, module, part], key).readInt32BE();
}

/**
 * A different token in every period: the finalizer of MurmurHash3 over both, which spreads similar inputs.
 */
function inPeriod(token: number, period: number): number {
  let mixed = token ^ Math.imul(period, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) | 0;
}

function hmac(value: readonly string[], key: DataKey): Buffer {
  return createHmac('sha256', deriveKey(key, 'patient search')).update(JSON.stringify(value)).digest();
}
