import { expect, it } from 'vitest';
import { cameraProblemOf, cameraWords } from './camera-problem.ts';
import { reducedSize } from './judge-frames.ts';
import { withoutAlpha } from './rgb-of.ts';
import { fileNameOf } from './take-still.ts';

it.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'none'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
] as const)('%s is told as %s, with a way out', (name, problem) => {
  expect(cameraProblemOf(new DOMException('', name))).toBe(problem);
  expect(cameraWords[problem]).toMatch(/try again|camera app|file/);
});

it('a frame is reduced with its shape kept, and a small one is left alone', () => {
  expect(reducedSize(1920, 1080)).toMatchObject({ resizeWidth: 384, resizeHeight: 216 });
  expect(reducedSize(200, 100)).toMatchObject({ resizeWidth: 200, resizeHeight: 100 });
});

it('the colors of a frame are three a pixel', () => {
  const data = Uint8ClampedArray.of(1, 2, 3, 255, 4, 5, 6, 0);
  expect([...withoutAlpha({ width: 2, height: 1, data: data as ImageData['data'] }).data]).toEqual([
    1, 2, 3, 4, 5, 6,
  ]);
});

it('a picture is named by when it was taken, after nobody', () => {
  expect(fileNameOf({ acid: 'after', seconds: 75 })).toBe('75-s-after-acetic-acid.jpg');
});
