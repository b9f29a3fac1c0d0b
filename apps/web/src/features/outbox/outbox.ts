import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { fetchDeviceKeys } from '../../api/account/device-keys.ts';
import { inKept } from '../../api/account/kept-database.ts';
import { Followers } from '../../storage/followers.ts';
import { type KeptFacts, type KeptPicture, type KeptRow, whyFull } from './kept-picture.ts';
import {
  openFile,
  openRow,
  readRows,
  removeFile,
  sealRow,
  takeRow,
  writeFile,
  writeRow,
} from './kept-rows.ts';
import { type AccountKeys, importKey } from './seal.ts';
import { sendPicture } from './send-picture.ts';

/** The account's pictures that wait in this browser, and what was sent of them. */
export interface Outbox {
  readonly account: string;
  /** False until the database was read. */
  readonly isRead: boolean;
  /** Whether pictures can be kept: the account's keys are in this browser. */
  readonly isReady: boolean;
  readonly pictures: readonly KeptPicture[];
}

let current: Outbox | null = null;
let keys: AccountKeys | null = null;
let ending = new AbortController();
/** Followed by `useOutbox`. */
export const followers = new Followers();

export function outbox(): Outbox | null {
  return current;
}

function show(next: Outbox | null): void {
  current = next;
  followers.tell();
}

/** Opens what the account has kept here; whatever was another account's is no longer held. */
export async function openOutbox(account: string): Promise<void> {
  if (current?.account !== account) {
    keys = null;
    show({ account, isRead: false, isReady: false, pictures: [] });
  }
  const found = await accountKeys(account).catch(() => null);
  if (current?.account !== account) return;
  keys = found;
  await readAgain();
}

/** At the end of a session: keys and names leave the memory. */
export function closeOutbox(): void {
  keys = null;
  ending.abort();
  ending = new AbortController();
  show(null);
}

async function readAgain(): Promise<void> {
  const held = keys;
  if (!current) return;
  const { account } = current;
  const opened = held ? await openAll(await readRows(account, Date.now()), held) : [];
  if (current?.account === account) show({ account, isRead: true, isReady: held !== null, pictures: opened });
}

async function openAll(rows: readonly KeptRow[], held: AccountKeys): Promise<KeptPicture[]> {
  const opened = await Promise.all(rows.map((row) => openRow(row, held)));
  return opened.filter((picture) => picture !== null);
}

export interface ToKeep {
  /** What it is sent with. */
  readonly key: string;
  readonly module: AnalysisId;
  readonly file: File;
  readonly facts: KeptFacts;
}

/** Seals a picture into this browser. @returns why not; null where it is kept. */
export async function keepPicture({ key: id, module, file, facts }: ToKeep): Promise<string | null> {
  const held = keys;
  if (!current || !held) return 'This browser cannot keep pictures yet: sign in while the network is there.';
  const full = whyFull(current.pictures, file.size);
  if (full !== null) return full;
  try {
    const { row, kept } = await sealRow({ id, module, keptAt: Date.now() }, { file, facts }, held);
    await writeFile(kept);
    await writeRow(row);
  } catch {
    return 'This browser could not keep the picture: its storage may be full.';
  }
  await readAgain();
  void sendWaiting();
  return null;
}

/** @returns what brings it back, as long as the account is signed in */
export async function removePicture(id: string): Promise<() => Promise<void>> {
  const account = current?.account;
  const putBack = await takeRow(id);
  await readAgain();
  return async () => {
    if (account === undefined || current?.account !== account) return;
    await putBack();
    await readAgain();
    void sendWaiting();
  };
}

/** A refused picture is asked for once more. */
export async function retryPicture(id: string): Promise<void> {
  await change(id, { state: 'waiting', reason: null });
  await sendWaiting();
}

let sending: Promise<void> | null = null;

/**
 * Sends what waits, one after the other, in one tab at a time; ends at the first that the network refuses.
 */
export function sendWaiting(): Promise<void> {
  sending ??= withLock(sendAll).finally(() => {
    sending = null;
  });
  return sending;
}

function withLock(work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  return navigator.locks.request('second-read-outbox', { ifAvailable: true }, (lock) =>
    lock ? work() : undefined,
  );
}

async function sendAll(): Promise<void> {
  const held = keys;
  if (!current || !held || navigator.onLine === false) return;
  for (const row of await readRows(held.account, Date.now())) {
    // Also what a closed tab left while it was being sent.
    if (row.state !== 'waiting' && row.state !== 'sending') continue;
    if (current?.account !== held.account || !(await sendOne(row, held))) return;
  }
}

/** @returns whether the next may be sent. */
async function sendOne(row: KeptRow, held: AccountKeys): Promise<boolean> {
  const picture = await openRow(row, held);
  const file = picture && (await openFile(row, picture.facts, held));
  if (!picture || !file) return true;
  await change(row.id, { state: 'sending' });
  const sent = await sendPicture(picture, file, ending.signal);
  if (sent.kind === 'later') await change(row.id, { state: 'waiting' });
  else if (sent.kind === 'sent') {
    await change(row.id, { state: 'sent', reportId: sent.reportId });
    await removeFile(row.id);
  } else await change(row.id, { state: 'refused', reason: sent.reason });
  return sent.kind !== 'later';
}

/** What was removed meanwhile stays away. */
async function change(id: string, changes: Partial<KeptRow>): Promise<void> {
  const account = current?.account;
  if (account === undefined) return;
  const row = (await readRows(account, Date.now())).find((each) => each.id === id);
  if (row) await writeRow({ ...row, ...changes });
  await readAgain();
}

/**
 * The account's keys: those of this browser, else the server's, which are then kept here for as long as the
 * session lasts. Null without a network or without WebCrypto, which insecure addresses lack.
 */
async function accountKeys(account: string): Promise<AccountKeys | null> {
  if (!globalThis.crypto?.subtle) return null;
  const kept = (await inKept('keys', 'readonly', (store) => store.get(account))) as AccountKeys | undefined;
  if (kept) return kept;
  const reply = await fetchDeviceKeys().catch(() => null);
  if (!reply) return null;
  const keys = await Promise.all(
    reply.keys.map(async ({ id, secret }) => ({ id, key: await importKey(bytesOf(secret)) })),
  );
  const made: AccountKeys = { account, keys };
  await inKept('keys', 'readwrite', (store) => store.put(made));
  return made;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
