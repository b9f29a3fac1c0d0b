import type { PressedKey } from '../../stage/input/use-image-keys.ts';
import { usualKey } from '../../ui/preferences.ts';

/** What the keys of an exam's picture do. */
export interface ExamMoves {
  readonly step: (by: number) => void;
  readonly end: (end: 'first' | 'last') => void;
  readonly finding: (direction: 1 | -1) => void;
  /** Of a stack with planes. */
  readonly nextPlane?: () => void;
  readonly nextSlab?: () => void;
  readonly nextProjection?: () => void;
  readonly toggleRegions?: () => void;
  readonly toggleCrosshair?: () => void;
  /** Of a plane: the crosshair to the right, or left. */
  readonly across?: (by: number) => void;
}

const moves: Readonly<Record<string, (to: ExamMoves) => void>> = {
  ArrowDown: ({ step }) => step(1),
  ArrowUp: ({ step }) => step(-1),
  PageDown: ({ step }) => step(10),
  PageUp: ({ step }) => step(-10),
  ArrowRight: ({ across }) => across?.(1),
  ArrowLeft: ({ across }) => across?.(-1),
  Home: ({ end }) => end('first'),
  End: ({ end }) => end('last'),
  n: ({ finding }) => finding(1),
  ';': ({ finding }) => finding(-1),
  d: ({ nextPlane }) => nextPlane?.(),
  m: ({ nextSlab }) => nextSlab?.(),
  ',': ({ nextProjection }) => nextProjection?.(),
  o: ({ toggleRegions }) => toggleRegions?.(),
  q: ({ toggleCrosshair }) => toggleCrosshair?.(),
};

/** Does what a key of the exam's images does; other keys, and those with a modifier, are left alone. */
export function onExamKey(event: PressedKey, to: ExamMoves): void {
  const key = usualKey('exam', event.key) ?? '';
  const isAcross = key === 'ArrowRight' || key === 'ArrowLeft';
  const move = isAcross && !to.across ? undefined : moves[key];
  if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  move(to);
}
