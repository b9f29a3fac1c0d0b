import type { KeyboardEvent } from 'react';
import { usualKey } from '../../ui/preferences.ts';

/** What the keys of an exam's picture do. */
export interface ExamMoves {
  readonly step: (by: number) => void;
  readonly end: (end: 'first' | 'last') => void;
  readonly finding: (direction: 1 | -1) => void;
  /** Of a stack with planes. */
  readonly nextPlane?: () => void;
  readonly nextSlab?: () => void;
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
  p: ({ finding }) => finding(-1),
  v: ({ nextPlane }) => nextPlane?.(),
  m: ({ nextSlab }) => nextSlab?.(),
  o: ({ toggleRegions }) => toggleRegions?.(),
  x: ({ toggleCrosshair }) => toggleCrosshair?.(),
};

/** Does what a key of the picture stands for; keys with a modifier are the browser's. */
export function onExamKey(event: KeyboardEvent, to: ExamMoves): void {
  const move = moves[usualKey('exam', event.key) ?? ''];
  if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  move(to);
}
