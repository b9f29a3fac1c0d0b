import type { Stage } from './stage.ts';
import type { StageTool } from './stage-tools.ts';

export type ViewerCommand =
  | { readonly tool: StageTool }
  | 'zoom-in'
  | 'zoom-out'
  | 'invert'
  | 'reset'
  | 'full-screen'
  | 'brighter'
  | 'darker'
  | 'more-contrast'
  | 'less-contrast'
  | 'left'
  | 'right'
  | 'up'
  | 'down';

const keys: Readonly<Record<string, ViewerCommand>> = {
  w: { tool: 'window' },
  p: { tool: 'pan' },
  z: { tool: 'zoom' },
  '+': 'zoom-in',
  '=': 'zoom-in',
  '-': 'zoom-out',
  i: 'invert',
  r: 'reset',
  f: 'full-screen',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  '[': 'darker',
  ']': 'brighter',
  '{': 'less-contrast',
  '}': 'more-contrast',
};

/** The command of a key pressed while the viewer has the focus. */
export function commandOfKey(key: string): ViewerCommand | null {
  return keys[key.length === 1 ? key.toLowerCase() : key] ?? null;
}

const panStep = 48;
const zoomStep = 1.25;
const windowStep = 0.1;

/** Commands that only move the picture or its window; the rest is state of the viewer. */
export const moves: Readonly<Record<string, (stage: Stage) => void>> = {
  'zoom-in': (stage) => stage.zoomBy(zoomStep),
  'zoom-out': (stage) => stage.zoomBy(1 / zoomStep),
  left: (stage) => stage.panBy(-panStep, 0),
  right: (stage) => stage.panBy(panStep, 0),
  up: (stage) => stage.panBy(0, -panStep),
  down: (stage) => stage.panBy(0, panStep),
  brighter: (stage) => stage.windowBy({ centre: -windowStep, width: 0 }),
  darker: (stage) => stage.windowBy({ centre: windowStep, width: 0 }),
  'more-contrast': (stage) => stage.windowBy({ centre: 0, width: -windowStep }),
  'less-contrast': (stage) => stage.windowBy({ centre: 0, width: windowStep }),
};
