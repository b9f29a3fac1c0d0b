import type { PressedKey } from '../../../stage/input/use-image-keys.ts';
import { usualKey } from '../../../ui/preferences.ts';

export interface ViewMoves {
  /** One view by its place, or all of them again. */
  readonly choose: (place: number | 'all') => void;
  /** What is read next: both CC views, both MLO, right, left, all. */
  readonly further: () => void;
  readonly whole: () => void;
  readonly finding: (direction: 1 | -1) => void;
}

const moves: Readonly<Record<string, (to: ViewMoves) => void>> = {
  '0': ({ whole }) => whole(),
  '1': ({ choose }) => choose(0),
  '2': ({ choose }) => choose(1),
  '3': ({ choose }) => choose(2),
  '4': ({ choose }) => choose(3),
  Escape: ({ choose }) => choose('all'),
  ' ': ({ further }) => further(),
  n: ({ finding }) => finding(1),
  ';': ({ finding }) => finding(-1),
};

/** Does what a key of the views stands for; other keys are the tools'. */
export function onViewKey(event: PressedKey, to: ViewMoves): void {
  const move = moves[usualKey('exam', event.key) ?? ''];
  if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  move(to);
}
