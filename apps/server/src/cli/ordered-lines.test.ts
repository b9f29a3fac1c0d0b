import { expect, it } from 'vitest';
import { OrderedLines } from './ordered-lines.ts';

it('holds lines back until those before them have come', () => {
  let written = '';
  const lines = new OrderedLines((text) => {
    written += text;
  });
  lines.add(2, 'c');
  lines.add(1, 'b');
  expect(written).toBe('');
  lines.add(0, 'a');
  expect(written).toBe('a\nb\nc\n');
});
