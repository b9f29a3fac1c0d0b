import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { linesOf } from './lines.ts';

/** What some reader of lines takes for the end of one, and what is cut in the middle by chunks of bytes. */
const odd = [
  '\u2028',
  '\u2029',
  '\u0085',
  '\r',
  '\v',
  '\f',
  '\u001c',
  '\u0000',
  '\ufeff',
  'é',
  '漢',
  '😀',
  '"',
  '\\n',
];

async function through(text: string, bytes: number): Promise<string[]> {
  const whole = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(whole.length / bytes) }, (_, at) =>
    whole.subarray(at * bytes, (at + 1) * bytes),
  );
  const lines: string[] = [];
  for await (const line of linesOf(Readable.from(chunks) as AsyncIterable<Buffer>)) lines.push(line);
  return lines;
}

describe('a line of a backup', () => {
  it('ends at a line feed alone, however the bytes arrive', async () => {
    let state = 7;
    const random = (below: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    for (let round = 0; round < 500; round += 1) {
      const names = Array.from({ length: 1 + random(5) }, () =>
        Array.from({ length: random(9) }, () => odd[random(odd.length)]).join(''),
      );
      const rows = names.map((name) => JSON.stringify({ name }));
      const text = rows.map((row) => `${row}\n`).join('');
      expect(await through(text, 1 + random(7))).toEqual(rows);
    }
  });

  it('may be the last one without an end, or empty', async () => {
    expect(await through('a\n\nb', 2)).toEqual(['a', '', 'b']);
    expect(await through('', 2)).toEqual([]);
  });
});
