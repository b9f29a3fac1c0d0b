import { describe, expect, it } from 'vitest';
import { asRelated, BrokenMultipart, boundaryOf, onlyPart } from './multipart-related.ts';

async function* inPieces(body: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += size) yield new Uint8Array(body.subarray(at, at + size));
}

async function read(body: string | Buffer, size = 7): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of onlyPart(inPieces(Buffer.from(body), size), 'b')) parts.push(part);
  return Buffer.concat(parts).toString('latin1');
}

describe('the only part of a multipart/related body', () => {
  it.each([1, 2, 3, 7, 1000])('is read whole, however the body is cut: %i bytes at a time', async (size) => {
    const content = Buffer.from([...'a\r\n--\r\n-b--\r\n', ...'\0\xff'].join(''), 'latin1');
    expect(await read(asRelated(content, 'b'), size)).toBe(content.toString('latin1'));
  });

  it('may be empty, without headers, or after a preamble', async () => {
    expect(await read('--b\r\n\r\n\r\n--b--')).toBe('');
    expect(await read('--b\r\n\r\nx\r\n--b--\r\nepilogue')).toBe('x');
    expect(await read('preamble\r\n--b\r\nA: 1\r\nB: 2\r\n\r\nx\r\n--b--')).toBe('x');
  });

  it.each([
    ['nothing', ''],
    ['no boundary', 'hello'],
    ['an end where a part is due', '--b--\r\n'],
    ['an end within the head', '--b\r\nContent-Type: application/dicom'],
    ['an end within the part', '--b\r\n\r\nDICM'],
    ['an end within the delimiter', '--b\r\n\r\nDICM\r\n--b'],
    ['a second part', '--b\r\n\r\nx\r\n--b\r\n\r\ny\r\n--b--'],
    ['a head without end', `--b\r\n${'x'.repeat(100_000)}`],
    ['a preamble without end', 'x'.repeat(100_000)],
    ['the boundary in the middle of a line', 'x--b\r\n\r\nx\r\n--b--'],
  ])('is refused where there is %s', async (_name, body) => {
    await expect(read(body)).rejects.toThrow(BrokenMultipart);
  });

  it('holds back no more than a delimiter, however long the part', async () => {
    async function* long(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('--b\r\n\r\n');
      for (let count = 0; count < 2_000; count++) yield new Uint8Array(100_000);
      yield Buffer.from('\r\n--b--');
    }
    const before = process.memoryUsage.rss();
    let bytes = 0;
    for await (const part of onlyPart(long(), 'b')) bytes += part.length;
    expect(bytes).toBe(200_000_000);
    expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000);
  });
});

describe('a boundary', () => {
  it.each([
    ['multipart/related; type="application/dicom"; boundary=abc', 'abc'],
    ['multipart/related; boundary="a b=c"; type=x', 'a b=c'],
    ['multipart/related; BOUNDARY=x', 'x'],
    ['multipart/related', undefined],
    ['multipart/related; boundary=', undefined],
    ['multipart/related; boundary="a\rb"', undefined],
    [`multipart/related; boundary=${'x'.repeat(71)}`, undefined],
  ])('of %s is %s', (type, boundary) => {
    expect(boundaryOf(type)).toBe(boundary);
  });
});
