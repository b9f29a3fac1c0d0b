import type { Preferences } from '@second-read/contract/preferences';
import { type KeyScope, ownKeyOf, usualKeyOf } from '@second-read/core/keyboard/key-map';
import { useSyncExternalStore } from 'react';
import { accountItem } from '../storage/browser-storage.ts';
import { Followers } from '../storage/followers.ts';

const nothing: Preferences = {};

let current = readStored();
let generation = 0;
const followers = new Followers();
if (typeof document !== 'undefined') showDensity(current);

/** What the signed-in account has set for itself; empty of visitors. */
export function preferencesNow(): Preferences {
  return current;
}

/** Follows them. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(followers.follow, preferencesNow, () => nothing);
}

/** Counts how often preferences came that differ from what is shown: screens are then drawn anew. */
export function usePreferencesGeneration(): number {
  return useSyncExternalStore(
    followers.follow,
    () => generation,
    () => 0,
  );
}

/** What was changed on this page: newer than what the account's first reply says. */
let changedHere: Preferences = {};

/** Shows a change that is made here. */
export function changePreferencesHere(fields: Preferences): void {
  changedHere = { ...changedHere, ...fields };
  showPreferences({ ...current, ...fields });
}

/** Shows what the account has, but for what was changed here since the page asked for it. */
export function showAccountPreferences(stored: Preferences): void {
  showPreferences({ ...stored, ...changedHere }, { redraw: true });
}

/** At the end of a session. */
export function forgetPreferences(): void {
  changedHere = {};
  showPreferences({}, { redraw: true });
}

/** Shows and keeps them. `redraw`: they come from elsewhere, and screens were drawn without them. */
export function showPreferences(next: Preferences, { redraw = false } = {}): void {
  if (sorted(next) === sorted(current)) return;
  current = next;
  if (redraw) generation += 1;
  accountItem('preferences').write(Object.keys(next).length === 0 ? null : JSON.stringify(next));
  showDensity(next);
  followers.tell();
}

/** What the key does for this account, as the key that does it as it comes; null of a key without a task. */
export function usualKey(scope: KeyScope, pressed: string): string | null {
  return usualKeyOf(scope, pressed, current.keys);
}

/** Names the account's key for what a key does as it comes, as help and buttons show it. */
export function useKeyNames(scope: KeyScope): (usual: string) => string {
  const { keys } = usePreferences();
  return (usual) => ownKeyOf(scope, usual, keys).toUpperCase();
}

/** The same text whatever order the fields came in. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

/** `tokens.css` reads it. */
function showDensity({ density }: Preferences): void {
  const { dataset } = document.documentElement;
  if (density === 'compact' || density === 'comfortable') dataset.density = density;
  else delete dataset.density;
}

/**
 * Stored in this browser too, so that a screen is first drawn as the account has it. Parsed by its schema
 * before it was stored; a reader of a field ignores what it does not know.
 */
function readStored(): Preferences {
  try {
    const text = accountItem('preferences').read();
    const stored: unknown = text === null ? nothing : JSON.parse(text);
    return typeof stored === 'object' && stored !== null ? (stored as Preferences) : nothing;
  } catch {
    return nothing;
  }
}
