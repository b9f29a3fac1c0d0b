import type { KeyboardEvent } from 'react';
import { usualKey } from '../../../ui/preferences.ts';
import type { HangingState } from './use-hanging.ts';

/** How far a key moves: a share of what is seen. */
const stride = 0.1;
export const zoomStep = 1.25;

/** The view that has the focus. */
export interface FocusedView {
  readonly state: HangingState;
  /** Which way its chest wall lies. */
  readonly side: 'left' | 'right';
  readonly onFinding: (direction: 1 | -1) => void;
  /** Moves the magnifier, in shares of what is seen; without a direction to the middle. */
  readonly moveLens: (right: number, down: number) => void;
}

type Move = (view: FocusedView) => void;

const move =
  (right: number, down: number): Move =>
  ({ state, side, moveLens }) => {
    if (state.hasLens) moveLens(right, down);
    else state.move(side === 'left' ? right : -right, down);
  };
const zoom =
  (factor: number): Move =>
  ({ state }) =>
    state.zoom(factor);
const choose =
  (place: number): Move =>
  ({ state }) =>
    state.choose(place);

const moves: ReadonlyMap<string, Move> = new Map<string, Move>([
  ['ArrowRight', move(stride, 0)],
  ['ArrowLeft', move(-stride, 0)],
  ['ArrowDown', move(0, stride)],
  ['ArrowUp', move(0, -stride)],
  ['+', zoom(zoomStep)],
  ['=', zoom(zoomStep)],
  ['-', zoom(1 / zoomStep)],
  ['0', ({ state }) => state.reset()],
  ['n', ({ onFinding }) => onFinding(1)],
  ['p', ({ onFinding }) => onFinding(-1)],
  ['Escape', ({ state }) => state.showAll()],
  ['1', choose(0)],
  ['2', choose(1)],
  ['3', choose(2)],
  ['4', choose(3)],
  [
    'g',
    ({ state, moveLens }) => {
      if (!state.hasLens) moveLens(0, 0);
      state.toggleLens();
    },
  ],
]);

/** Does what a key of a view stands for; keys with a modifier are the browser's. */
export function onViewKey(event: KeyboardEvent, view: FocusedView): void {
  const found = moves.get(usualKey('exam', event.key) ?? '');
  if (!found || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  found(view);
}
