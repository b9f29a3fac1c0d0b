import { readFile, stat } from 'node:fs/promises';
import { AdminRefusal } from '../modules/accounts/index.ts';
import { type KeptHead, readHeadRecord } from '../modules/audit/index.ts';
import type { KeyRing } from '../platform/crypto/key-ring.ts';
import type { OffHost, OpenOffHost } from '../platform/off-host/off-host.ts';

export interface KeptHeads {
  readonly heads: readonly KeptHead[];
  readonly records: number;
  /** What speaks against the records themselves, a line each. */
  readonly faults: readonly string[];
}

/** Records in a file, one a line, or in all files of a folder. */
export async function headsInPath(path: string, keys: KeyRing, openOffHost: OpenOffHost): Promise<KeptHeads> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new AdminRefusal(`There is no ${path}.`);
  if (found.isDirectory()) return headsIn(openOffHost({ kind: 'folder', folder: path }), keys);
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  return judged(
    lines.map((text, index) => ({ name: `${path}, line ${index + 1}`, text })),
    keys,
  );
}

/** Records in the place that the server writes them to. */
export async function headsIn(place: OffHost, keys: KeyRing): Promise<KeptHeads> {
  if (place.readAll === null) {
    throw new AdminRefusal(
      'The webhook of AUDIT_HEADS_URL cannot be asked for what it kept: give that as a file or folder with --against.',
    );
  }
  const records = [];
  for await (const record of place.readAll()) records.push(record);
  return judged(records, keys);
}

function judged(records: readonly { name: string; text: string }[], keys: KeyRing): KeptHeads {
  const read = records.map(({ name, text }) => ({ name, result: readHeadRecord(text, keys) }));
  return {
    records: records.length,
    heads: read.flatMap(({ result }) => (typeof result === 'string' ? [] : result)),
    faults: read.flatMap(({ name, result }) => (typeof result === 'string' ? [`${name} ${result}`] : [])),
  };
}
