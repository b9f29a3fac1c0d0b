import type { AuditEntry } from '@second-read/contract/audit';
import { byteOrderMark, csvLine } from '@second-read/core/encode/csv/csv-cell';

const columns = ['sequence', 'at', 'action', 'outcome', 'user', 'subject', 'address', 'user_agent'] as const;

export const csvHead = `${byteOrderMark}${[...columns, 'details'].join(',')}\r\n`;

export function entryLine(entry: AuditEntry): string {
  return csvLine([...columns.map((name) => entry[name]), JSON.stringify(entry.details)]);
}
