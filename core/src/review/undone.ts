import type { Change } from './change.ts';

type Done = Exclude<Change, { kind: 'undo' | 'redo' }>;

/** The changes that count, in their order: what was undone, and not redone, is left out. */
export function effectiveChanges<T extends Change>(changes: readonly T[]): (T & Done)[] {
  const undone = undoneIds(changes);
  return changes.filter((change): change is T & Done => isDone(change) && !undone.has(change.id));
}

/** Removed, and brought back, where they are listed, whatever was done since. */
const listed = [
  ...(['keep_measurement', 'remove_measurement'] as const),
  ...(['keep_key_image', 'remove_key_image', 'return_key_image'] as const),
];

/** Whether undo is about it. */
export function isUndoable({ kind }: Change): boolean {
  return kind !== 'undo' && kind !== 'redo' && !listed.some((each) => each === kind);
}

/** What undo would take back: the last change that counts and can be undone. Null where there is none. */
export function nextUndo(changes: readonly Change[]): string | null {
  return effectiveChanges(changes).findLast(isUndoable)?.id ?? null;
}

/**
 * What redo would bring back: the last one undone, as long as nothing new was done since. Null where there is
 * none.
 */
export function nextRedo(changes: readonly Change[]): string | null {
  const undone = undoneIds(changes);
  const lastDone = changes.findLastIndex(isUndoable);
  const after = changes.slice(lastDone + 1);
  const last = after.findLast((change) => change.kind === 'undo' && undone.has(change.change));
  return last?.kind === 'undo' ? last.change : null;
}

export function isDone(change: Change): change is Done {
  return change.kind !== 'undo' && change.kind !== 'redo';
}

function undoneIds(changes: readonly Change[]): Set<string> {
  const undone = new Set<string>();
  for (const change of changes) {
    if (change.kind === 'undo') undone.add(change.change);
    if (change.kind === 'redo') undone.delete(change.change);
  }
  return undone;
}
