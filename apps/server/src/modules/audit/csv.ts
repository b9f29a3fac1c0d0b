import type { AuditEntry } from '@second-read/contract/audit';

const columns = ['sequence', 'at', 'action', 'outcome', 'user', 'subject', 'address', 'user_agent'] as const;

export const csvHead = `${[...columns, 'details'].join(',')}\r\n`;

export function csvLine(entry: AuditEntry): string {
  const cells = [...columns.map((name) => entry[name]), JSON.stringify(entry.details)];
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * Every cell quoted. What a spreadsheet would take for a formula (a user agent is of the caller's choice) gets
 * an apostrophe in front, as OWASP advises; that holds for full-width signs as well.
 */
export function csvCell(value: string | number | null): string {
  const text = String(value ?? '');
  const isFormula = /^[\s\p{Cc}]*[=+\-@＝＋－＠|%]/u.test(text) || /^[\t\r\n]/.test(text);
  return `"${(isFormula && typeof value !== 'number' ? `'${text}` : text).replaceAll('"', '""')}"`;
}
