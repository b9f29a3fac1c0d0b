import { inKept } from '../../api/account/kept-database.ts';
import {
  isExpired,
  type KeptFacts,
  type KeptFile,
  type KeptPicture,
  type KeptRow,
  keptFacts,
} from './kept-picture.ts';
import { type AccountKeys, type SealedAs, seal, unseal } from './seal.ts';

/** The account's rows, oldest first; those of any account that are too old are removed. */
export async function readRows(account: string, now: number): Promise<KeptRow[]> {
  const all = (await inKept('pictures', 'readonly', (store) => store.getAll())) as KeptRow[];
  for (const row of all) if (isExpired(row, now)) await removeRow(row.id);
  return all
    .filter((row) => row.account === account && !isExpired(row, now))
    .toSorted((a, b) => a.keptAt - b.keptAt);
}

export async function writeRow(row: KeptRow): Promise<void> {
  await inKept('pictures', 'readwrite', (store) => store.put(row));
}

export async function writeFile(file: KeptFile): Promise<void> {
  await inKept('files', 'readwrite', (store) => store.put(file));
}

export async function removeFile(id: string): Promise<void> {
  await inKept('files', 'readwrite', (store) => store.delete(id));
}

export async function removeRow(id: string): Promise<void> {
  await removeFile(id);
  await inKept('pictures', 'readwrite', (store) => store.delete(id));
}

/** Removes a picture. @returns what puts it back, sealed as it was */
export async function takeRow(id: string): Promise<() => Promise<void>> {
  const row = (await inKept('pictures', 'readonly', (store) => store.get(id))) as KeptRow | undefined;
  const file = (await inKept('files', 'readonly', (store) => store.get(id))) as KeptFile | undefined;
  await removeRow(id);
  return async () => {
    if (file) await writeFile(file);
    if (row) await writeRow(row);
  };
}

type RowFacts = Pick<KeptRow, 'id' | 'module' | 'keptAt'>;

/** Seals file and facts, each by itself: the list needs no picture. */
export async function sealRow(
  { id, module, keptAt }: RowFacts,
  { file, facts }: { readonly file: Blob; readonly facts: KeptFacts },
  keys: AccountKeys,
): Promise<{ readonly row: KeptRow; readonly kept: KeptFile }> {
  const { account } = keys;
  const words = new TextEncoder().encode(JSON.stringify(facts));
  const bytes = new Uint8Array(await file.arrayBuffer());
  const sealed = await seal(words, factsOf({ id, account }), keys);
  const state = { state: 'waiting', reason: null, reportId: null } as const;
  return {
    row: { id, account, module, keptAt, size: file.size, ...state, facts: sealed },
    kept: { id, ...(await seal(bytes, pictureOf({ id, account }), keys)) },
  };
}

/** What the list shows; null of what these keys do not open. */
export async function openRow(row: KeptRow, keys: AccountKeys): Promise<KeptPicture | null> {
  const words = await unseal(row.facts, factsOf(row), keys);
  if (!words) return null;
  const facts = keptFacts.parse(JSON.parse(new TextDecoder().decode(words)));
  return { ...row, facts };
}

/** The file as it was taken; null where it is gone or does not open. */
export async function openFile(row: KeptRow, facts: KeptFacts, keys: AccountKeys): Promise<File | null> {
  const kept = (await inKept('files', 'readonly', (store) => store.get(row.id))) as KeptFile | undefined;
  const bytes = kept && (await unseal(kept, pictureOf(row), keys));
  return bytes ? new File([bytes], facts.fileName, { type: facts.fileType }) : null;
}

type Named = Pick<KeptRow, 'id' | 'account'>;
const factsOf = ({ id, account }: Named): SealedAs => ({ account, name: `facts ${id}` });
const pictureOf = ({ id, account }: Named): SealedAs => ({ account, name: `picture ${id}` });
