import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Public test files outside the repository; tests that need them say so and are skipped without them. */
const root = fileURLToPath(new URL('../../../../../../../shared/datasets/', import.meta.url));

export interface SharedFile {
  readonly name: string;
  readonly facts: Readonly<Record<string, string>>;
  read(): Uint8Array;
}

/** Undefined where the data set is not there. */
export function sharedFiles(set: string): readonly SharedFile[] | undefined {
  const table = `${root}${set}/labels.csv`;
  if (!existsSync(table)) return undefined;
  const [head = [], ...rows] = parseCsv(readFileSync(table, 'utf8'));
  return rows.map((row) => {
    const facts = Object.fromEntries(head.map((column, i) => [column, row[i] ?? '']));
    const name = facts.file ?? '';
    return { name, facts, read: () => new Uint8Array(readFileSync(`${root}${set}/${name}`)) };
  });
}

function parseCsv(text: string): string[][] {
  return text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    );
}
