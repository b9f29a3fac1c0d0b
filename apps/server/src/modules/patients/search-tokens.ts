import { createHmac } from 'node:crypto';
import { type DataKey, deriveKey, type KeyRing } from '../../platform/crypto/key-ring.ts';
import { foldPatientId } from './fold-patient-id.ts';

/** The longest part that is looked up as one; longer ones by all their parts of this length. */
export const longestPart = 3;

/** What stands for a patient ID in the index: a keyed digest for each of its parts of one to three characters. */
export function tokensOf(patientId: string, organisationId: string, key: DataKey): number[] {
  const characters = [...foldPatientId(patientId)];
  const parts = new Set<string>();
  for (let length = 1; length <= longestPart; length += 1) {
    for (let at = 0; at + length <= characters.length; at += 1)
      parts.add(characters.slice(at, at + length).join(''));
  }
  return [...parts].map((part) => tokenOf(part, organisationId, key)).sort((a, b) => a - b);
}

/**
 * Tokens that every patient ID containing `part` has, under each key of the ring. Up to three characters they
 * have nobody else's; beyond, an ID may have all of them and not the part, so what is found is looked at.
 */
export function tokensToFind(part: string, organisationId: string, keys: KeyRing): number[][] {
  const characters = [...foldPatientId(part)];
  const length = Math.min(longestPart, characters.length);
  const parts = new Set<string>();
  for (let at = 0; at + length <= characters.length; at += 1)
    parts.add(characters.slice(at, at + length).join(''));
  return keys.map((key) => [...parts].map((each) => tokenOf(each, organisationId, key)));
}

/** Equal for equal patient IDs of one organisation, and of no two organisations. */
export function digestOf(patientId: string, organisationId: string, key: DataKey): string {
  return hmac(['whole', organisationId, patientId], key).toString('base64url', 0, 18);
}

function tokenOf(part: string, organisationId: string, key: DataKey): number {
  return hmac(['part', organisationId, part], key).readInt32BE();
}

function hmac(value: readonly string[], key: DataKey): Buffer {
  return createHmac('sha256', deriveKey(key, 'patient search')).update(JSON.stringify(value)).digest();
}
