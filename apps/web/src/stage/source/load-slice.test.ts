import { afterEach, expect, it, vi } from 'vitest';
import { loadSlice } from './load-slice.ts';

afterEach(() => vi.unstubAllGlobals());

const slice = {
  ...{ file: 'a', originalUrl: '/a.png', url: '/a.png', geometry: null },
  dicom: { url: '/a.dcm?signed=1', frame: 1 },
} as unknown as Parameters<typeof loadSlice>[0];

/** Answers with an error once `answer` is called, or as soon as the caller leaves. */
function server() {
  const asked: string[] = [];
  let answer = () => {};
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    asked.push(url);
    return new Promise((resolve, reject) => {
      answer = () => resolve(new Response('gone', { status: 404 }));
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  });
  return { asked, answer: () => answer() };
}

it('fetches a file anew where the one who asked for it has left', async () => {
  const { asked, answer } = server();
  const leaving = new AbortController();
  const left = loadSlice(slice, { spacing: 'calibrated', signal: leaving.signal });
  left.catch(() => {});
  leaving.abort();
  const next = loadSlice(slice, { spacing: 'calibrated', signal: new AbortController().signal });
  answer();
  await expect(next).rejects.toThrow('The image could not be loaded (404)');
  await expect(left).rejects.toThrow('aborted');
  expect(asked).toEqual(['/a.dcm?signed=1', '/a.dcm?signed=1']);
});
