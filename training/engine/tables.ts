/** Tables of the data sets, and files with a JSON object a line. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const dataRoot = process.env.SECOND_READ_DATA ?? join(import.meta.dirname, '../../../shared/datasets');

export type Row = Readonly<Record<string, string>>;

/** Rows of a comma-separated table with quoted cells. */
export function readTable(path: string): Row[] {
  const [head = '', ...lines] = readFileSync(path, 'utf8').trim().split(/\r?\n/);
  const names = cells(head);
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, k) => [names[k] ?? '', cell])));
}

function cells(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map((match) => match[1] ?? match[2] ?? '');
}

/** Begins a file anew; what it returns adds a line. */
export function lineWriter(out: string): (line: object) => void {
  writeFileSync(out, '');
  return (line) => appendFileSync(out, `${JSON.stringify(line)}\n`);
}
