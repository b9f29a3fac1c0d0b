import type { AnyReading } from '../reading/reading.ts';
import type { Change } from './change.ts';

/** How ids of a type begin: `breast-tissue` of "breast tissue". */
export function idPrefix(type: string): string {
  return type.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

/**
 * Ids of findings, also of those that were added or parted and taken back.
 * @param changes of all versions
 */
export function usedIds(machine: AnyReading, changes: readonly Change[]): string[] {
  const made = changes.flatMap((change) => {
    if (change.kind === 'add') return [change.finding.id];
    return change.kind === 'split' ? (change.parts ?? []).map(({ id }) => id) : [];
  });
  return [...machine.findings.map(({ id }) => id), ...made];
}

/** The next free id of that beginning: `nodule` or `nodule-1` of a finding. */
export function nextFindingId(type: string, used: readonly string[]): string {
  const start = `${idPrefix(type).replace(/-\d+$/, '')}-`;
  const ids = used.filter((id) => id.startsWith(start));
  const numbers = ids.map((id) => Number(id.slice(start.length)));
  return `${start}${Math.max(0, ...numbers.filter(Number.isInteger)) + 1}`;
}
