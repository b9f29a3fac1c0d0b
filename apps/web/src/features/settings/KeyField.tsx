import { keyOfEvent } from '@second-read/core/keyboard/key-map';
import { type KeyboardEvent, useState } from 'react';
import classes from './Settings.module.css';

interface KeyFieldProps {
  label: string;
  value: string;
  isChanged: boolean;
  onKey: (key: string) => void;
}

const modifiers = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead'];

/** One action and its key; the button listens for another one until it is pressed. */
export function KeyField({ label, value, isChanged, onKey }: KeyFieldProps) {
  const [isListening, setListening] = useState(false);
  const onKeyDown = (event: KeyboardEvent) => {
    // Tab leads on, as everywhere; a modifier is half a key.
    if (!isListening || event.key === 'Tab' || modifiers.includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    setListening(false);
    if (event.key !== 'Escape') onKey(keyOfEvent(event.key));
  };
  return (
    <li className={classes.entry}>
      <span>{label}</span>
      <button
        type="button"
        className={classes.key}
        data-changed={isChanged || undefined}
        aria-pressed={isListening}
        aria-label={`${label}: ${isListening ? 'press a key' : value.toUpperCase()}${isChanged ? ', changed' : ''}`}
        onClick={() => setListening(!isListening)}
        onKeyDown={onKeyDown}
        onBlur={() => setListening(false)}
      >
        {isListening ? 'Press a key' : <kbd>{value.toUpperCase()}</kbd>}
      </button>
    </li>
  );
}
