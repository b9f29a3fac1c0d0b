import { describe, expect, it } from 'vitest';
import { commandOfKey, shortcuts } from './viewer-commands.ts';

describe('the keys of the viewer', () => {
  it('give each key one meaning', () => {
    const keys = shortcuts.flatMap(({ entries }) => entries.flatMap((entry) => entry.keys));
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
    expect(keys.filter((key) => /^[1-9]$/.test(key))).toEqual([]);
  });

  it('do what the help sheet says of them, with Shift or without', () => {
    for (const { keys, command } of shortcuts.flatMap(({ entries }) => entries)) {
      for (const key of keys) expect(commandOfKey(key), key).toEqual(command);
    }
    expect(commandOfKey('W')).toEqual({ tool: 'window' });
  });

  it('choose presets by their place, and leave other keys alone', () => {
    expect(commandOfKey('1')).toEqual({ preset: 0 });
    expect(commandOfKey('9')).toEqual({ preset: 8 });
    expect(commandOfKey('Tab')).toBeNull();
  });
});
