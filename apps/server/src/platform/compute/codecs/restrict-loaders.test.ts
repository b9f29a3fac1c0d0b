import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { restrictLoaders } from './restrict-loaders.ts';

it('lets a picture be read while other threads start', async () => {
  restrictLoaders();
  const create = { width: 64, height: 64, channels: 3, background: 'red' } as const;
  const png = await sharp({ create }).png().toBuffer();
  const starting = new URL('./restrict-loaders.fixture.mjs', import.meta.url);
  const threads = Array.from({ length: 2 }, () => new Worker(starting, { execArgv: ['--import', 'tsx'] }));
  let running = threads.length;
  const ended = Promise.all(threads.map((thread) => once(thread, 'exit').finally(() => running--)));
  while (running > 0) await sharp(png).raw().toBuffer();
  expect(await ended).toEqual([[0], [0]]);
});

it('keeps other loaders blocked', async () => {
  restrictLoaders();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>');
  await expect(sharp(svg).metadata()).rejects.toThrow();
});
