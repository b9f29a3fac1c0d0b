import { placeholderPicture } from '@second-read/contract/paper/pictures/picture';
import { afterEach, expect, it, vi } from 'vitest';
import { loadPicture } from './load-picture.ts';

afterEach(() => vi.unstubAllGlobals());

it('draws on white and encodes as JPEG of quality 0.8', async () => {
  const seen: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    seen.push(init.credentials);
    return new Response('picture');
  });
  vi.stubGlobal('createImageBitmap', async () => ({ width: 40, height: 30, close: () => {} }));
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => ({
        set fillStyle(value: string) {
          seen.push(value);
        },
        fillRect: () => seen.push('ground'),
        drawImage: () => seen.push('picture'),
      });
      convertToBlob = async (options: object) => {
        seen.push(options);
        return new Blob(['jpeg']);
      };
    },
  );
  expect(await loadPicture('/a.png')).toMatchObject({ width: 40, height: 30, loaded: true });
  expect(seen).toEqual(['omit', '#ffffff', 'ground', 'picture', { type: 'image/jpeg', quality: 0.8 }]);
});

it('gives the placeholder for a picture that is gone or is none', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
  expect(await loadPicture('/a.png')).toBe(placeholderPicture);
  vi.stubGlobal('fetch', async () => new Response('text'));
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')));
  expect(await loadPicture('/a.png')).toBe(placeholderPicture);
});
