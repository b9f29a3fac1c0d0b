import type { KeySection } from '../../ui/help/key-sections.ts';
import { sliceKeys } from '../layout/slices.ts';
import { shortcuts, type ViewerCommand } from './viewer-commands.ts';
import type { PresetChoice } from './window-presets.ts';

const nameOf = (command: ViewerCommand): string =>
  typeof command === 'string' ? command : 'tool' in command ? command.tool : '';

/** Every key of the viewer but those `without`, by command or tool, as the help of its screen lists them. */
export function viewerKeySections(
  presets: readonly PresetChoice[],
  hasSlices: boolean,
  ownKey: (usual: string) => string,
  without: ReadonlySet<string>,
): KeySection[] {
  const groups = shortcuts.map(({ heading, entries }): KeySection => {
    const named = entries
      .filter(({ command }) => !without.has(nameOf(command)))
      .map(({ keys, does }) => [shownKeys(keys, ownKey), does] as const);
    return { heading, entries: named.filter(([key]) => key !== '?' && !(hasSlices && isSliceKey(key))) };
  });
  const chosen = presets.map(({ label }, at) => [String(at + 1), label] as const);
  return [
    ...(hasSlices ? [{ heading: 'Slices', entries: sliceKeys }] : []),
    ...groups,
    { heading: 'Window presets', entries: chosen },
  ].map((section) => ({ ...section, note: noteOf(hasSlices) }));
}

function noteOf(hasSlices: boolean): string {
  const zoom = hasSlices
    ? 'The wheel changes the slice. To zoom, use the right button, Ctrl and wheel, or two fingers'
    : 'To zoom, use the right button, the wheel or two fingers';
  return (
    `Letters and digits work wherever the focus is, arrows while the image has it. ${zoom}; the middle button pans. On a touch screen one ` +
    'finger scrolls the page until a tool is chosen for it; two fingers zoom and pan.'
  );
}

/** Moves through the slices where there are some, else about the picture. */
function isSliceKey(name: string): boolean {
  return sliceKeys.some(([key]) => key === name);
}

const arrows: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** "# or :": not every keyboard types the first one. */
function shownKeys(keys: readonly string[], ownKey: (usual: string) => string): string {
  const [first = '', second] = keys;
  const shown = nameOfKey(first, ownKey);
  return second === ':' ? `${shown} or ${second}` : shown;
}

function nameOfKey(key: string, ownKey: (usual: string) => string): string {
  return arrows[key] ?? (key.length === 1 ? ownKey(key) : key);
}
