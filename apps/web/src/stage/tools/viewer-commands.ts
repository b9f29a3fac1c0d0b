import { usualKey } from '../../ui/preferences.ts';
import type { OrientationChange } from '../geometry/orientation.ts';
import { wholeView } from '../geometry/stage-view.ts';
import type { StageTool } from '../input/stage-pointer.ts';
import { showOneToOne } from '../one-to-one.ts';
import type { Stage } from '../stage.ts';

export type ViewerCommand =
  | { readonly tool: StageTool }
  /** Place in the preset menu, from 0. */
  | { readonly preset: number }
  | OrientationChange
  /** One finger scrolls the page again. */
  | 'scroll-page'
  | 'zoom-in'
  | 'zoom-out'
  | 'fit'
  | 'one-to-one'
  | 'magnifier'
  | 'invert'
  | 'reset'
  | 'full-screen'
  | 'key-image'
  | 'help'
  | 'toggle-findings'
  | 'next-finding'
  | 'outlines'
  | 'wipe'
  | 'remove-measurement'
  | 'clear-measurements'
  | 'bring-measurements-back'
  | 'brighter'
  | 'darker'
  | 'more-contrast'
  | 'less-contrast'
  | 'left'
  | 'right'
  | 'up'
  | 'down';

interface Shortcut {
  /** As they come, letters small; the first one is shown. An account may have others. */
  readonly keys: readonly string[];
  readonly does: string;
  readonly command: ViewerCommand;
}

/** Every key of the viewer, as the help sheet lists them. The digits 1 to 9 choose window presets. */
export const shortcuts: readonly { readonly heading: string; readonly entries: readonly Shortcut[] }[] = [
  {
    heading: 'Dragging',
    entries: [
      { keys: ['w'], does: 'Window and level', command: { tool: 'window' } },
      { keys: ['p'], does: 'Pan', command: { tool: 'pan' } },
      { keys: ['z'], does: 'Zoom', command: { tool: 'zoom' } },
      { keys: ['.'], does: 'Move the crosshair', command: { tool: 'point' } },
      { keys: ['s'], does: 'Scroll the page with one finger', command: 'scroll-page' },
    ],
  },
  {
    heading: 'Measuring',
    entries: [
      { keys: ['l'], does: 'Length', command: { tool: 'length' } },
      { keys: ['<'], does: 'Angle', command: { tool: 'angle' } },
      { keys: ['e'], does: 'Ellipse', command: { tool: 'ellipse' } },
      { keys: ['#', ':'], does: 'Probe', command: { tool: 'probe' } },
      { keys: ['>'], does: 'Arrow with text, from its tip', command: { tool: 'arrow' } },
      {
        keys: ['Delete', 'Backspace'],
        does: 'Remove the selected or latest',
        command: 'remove-measurement',
      },
      { keys: ['c'], does: 'Clear all', command: 'clear-measurements' },
      { keys: ['u'], does: 'Bring back what was removed', command: 'bring-measurements-back' },
    ],
  },
  {
    heading: 'Brightness',
    entries: [
      { keys: ['['], does: 'Darker', command: 'darker' },
      { keys: [']'], does: 'Brighter', command: 'brighter' },
      { keys: ['{'], does: 'Less contrast', command: 'less-contrast' },
      { keys: ['}'], does: 'More contrast', command: 'more-contrast' },
      { keys: ['i'], does: 'Invert', command: 'invert' },
    ],
  },
  {
    heading: 'Position',
    entries: [
      { keys: ['+', '='], does: 'Zoom in', command: 'zoom-in' },
      { keys: ['-'], does: 'Zoom out', command: 'zoom-out' },
      { keys: ['0'], does: 'Fit the whole image', command: 'fit' },
      { keys: ['*'], does: 'One to one: its pixels are those of the screen', command: 'one-to-one' },
      { keys: ['y'], does: 'Magnifier at full resolution', command: 'magnifier' },
      { keys: ['ArrowLeft'], does: 'Move left', command: 'left' },
      { keys: ['ArrowRight'], does: 'Move right', command: 'right' },
      { keys: ['ArrowUp'], does: 'Move up', command: 'up' },
      { keys: ['ArrowDown'], does: 'Move down', command: 'down' },
      { keys: ['t'], does: 'Rotate 90° clockwise', command: 'rotate' },
      { keys: ['h'], does: 'Flip left to right', command: 'flip-horizontal' },
      { keys: ['v'], does: 'Flip top to bottom', command: 'flip-vertical' },
    ],
  },
  {
    heading: 'Findings',
    entries: [
      { keys: ['g'], does: 'Show or hide all', command: 'toggle-findings' },
      { keys: ['o'], does: 'Outlines over the image', command: 'outlines' },
      { keys: ['b'], does: 'Wipe between the bare image and the view', command: 'wipe' },
      { keys: ['n'], does: 'Center the next one', command: 'next-finding' },
    ],
  },
  {
    heading: 'Viewer',
    entries: [
      { keys: ['k'], does: 'Make it a key image of the report', command: 'key-image' },
      { keys: ['r'], does: 'Reset', command: 'reset' },
      { keys: ['f'], does: 'Full screen', command: 'full-screen' },
      { keys: ['?'], does: 'Keys of this screen', command: 'help' },
    ],
  },
];

const commands = new Map(
  shortcuts.flatMap(({ entries }) =>
    entries.flatMap(({ keys, command }) => keys.map((key) => [key, command] as const)),
  ),
);

/** The command of a key pressed while the viewer has the focus, as the account has its keys. */
export function commandOfKey(pressed: string): ViewerCommand | null {
  const key = usualKey('viewer', pressed);
  if (key === null) return null;
  return /^[1-9]$/.test(key) ? { preset: Number(key) - 1 } : (commands.get(key) ?? null);
}

const panStep = 48;
const zoomStep = 1.25;
const windowStep = 0.1;

/** Commands that only move the picture or its window; the rest is state of the viewer. */
export const moves: Readonly<Record<string, (stage: Stage) => void>> = {
  'clear-measurements': (stage) => stage.changeMeasurements((all, key) => all.clear(key)),
  'zoom-in': (stage) => stage.zoomBy(zoomStep),
  'zoom-out': (stage) => stage.zoomBy(1 / zoomStep),
  fit: (stage) => stage.look(wholeView),
  'one-to-one': showOneToOne,
  rotate: (stage) => stage.turn('rotate'),
  'flip-horizontal': (stage) => stage.turn('flip-horizontal'),
  'flip-vertical': (stage) => stage.turn('flip-vertical'),
  left: (stage) => stage.panBy(-panStep, 0),
  right: (stage) => stage.panBy(panStep, 0),
  up: (stage) => stage.panBy(0, -panStep),
  down: (stage) => stage.panBy(0, panStep),
  brighter: (stage) => stage.windowBy({ centre: -windowStep, width: 0 }),
  darker: (stage) => stage.windowBy({ centre: windowStep, width: 0 }),
  'more-contrast': (stage) => stage.windowBy({ centre: 0, width: -windowStep }),
  'less-contrast': (stage) => stage.windowBy({ centre: 0, width: windowStep }),
};
