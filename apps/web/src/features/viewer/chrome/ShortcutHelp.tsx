import { Modal } from '@mantine/core';
import { DialogHead } from '../../../ui/DialogHead.tsx';
import { sliceKeys } from '../stage/slices.ts';
import classes from './ShortcutHelp.module.css';
import { shortcuts } from './viewer-commands.ts';
import type { PresetChoice } from './window-presets.ts';

interface ShortcutHelpProps {
  opened: boolean;
  onClose: () => void;
  presets: readonly PresetChoice[];
  hasSlices?: boolean;
}

/** Every key of the viewer. */
export function ShortcutHelp({ opened, onClose, presets, hasSlices = false }: ShortcutHelpProps) {
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      portalProps={{ target: fullScreenElement() }}
      // Locking the page would add a style element, which the content security policy refuses.
      lockScroll={false}
      transitionProps={{ duration: 120 }}
      size="lg"
      centered
    >
      <Modal.Overlay />
      <Modal.Content>
        <DialogHead title="Viewer shortcuts" />
        <Modal.Body className={classes.body}>
          {hasSlices && <KeyList heading="Slices" entries={sliceKeys} />}
          {shortcuts.map(({ heading, entries }) => (
            <KeyList
              key={heading}
              heading={heading}
              entries={entries
                .map(({ keys, does }) => [nameOfKey(keys[0] ?? ''), does] as const)
                .filter(([key]) => !(hasSlices && isSliceKey(key)))}
            />
          ))}
          {presets.length > 0 && (
            <KeyList
              heading="Window presets"
              entries={presets.map(({ label }, at) => [String(at + 1), label])}
            />
          )}
          <p className={classes.note}>
            The keys work while the image has focus.{' '}
            {hasSlices
              ? 'The wheel changes the slice. To zoom, use the right button, Ctrl and wheel, or two fingers'
              : 'To zoom, use the right button, the wheel or two fingers'}
            ; the middle button pans. On a touch screen one finger scrolls the page until a tool is chosen for
            it; two fingers zoom and pan.
          </p>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Moves through the slices where there are some, else about the picture. */
function isSliceKey(name: string): boolean {
  return sliceKeys.some(([key]) => key === name);
}

/** Outside of it nothing is seen in full screen. */
function fullScreenElement(): HTMLElement | undefined {
  return document.fullscreenElement instanceof HTMLElement ? document.fullscreenElement : undefined;
}

interface KeyListProps {
  heading: string;
  entries: readonly (readonly [key: string, does: string])[];
}

function KeyList({ heading, entries }: KeyListProps) {
  return (
    <section>
      <h3 className={classes.heading}>{heading}</h3>
      <dl className={classes.list}>
        {entries.map(([key, does]) => (
          <div key={key}>
            <dt>{does}</dt>
            <dd>
              <kbd className={classes.key}>{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const arrows: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

function nameOfKey(key: string): string {
  return arrows[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}
