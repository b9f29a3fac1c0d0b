import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Compute } from './compute.ts';
import { createCompute } from './create-compute.ts';

const threadFile = new URL('./testing/toy-thread.ts', import.meta.url);

/** `y = x + x` for three numbers, opset 17. */
const doublingGraph =
  'CAg6QgoOCgF4CgF4EgF5IgNBZGQSBmRvdWJsZVoTCgF4Eg4KDAgBEggKAggBCgIIA2ITCgF5Eg4KDAgBEggKAggBCgIIA0IECgAQEQ==';

describe('compute', () => {
  let folder = '';
  let path = '';
  let compute: Compute;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'compute-'));
    path = join(folder, 'picture');
    const data = Uint8Array.from({ length: 20 * 10 }, (_, i) => (i % 20 < 5 ? 200 : 50));
    await sharp(data, { raw: { width: 20, height: 10, channels: 1 } })
      .png()
      .toFile(path);
    await mkdir(join(folder, 'toy', 'model'), { recursive: true });
    await writeFile(join(folder, 'toy', 'model', 'double.onnx'), Buffer.from(doublingGraph, 'base64'));
    compute = createCompute({ threads: 2, threadFile, graceMs: 100, heapMb: 64, modelsRoot: folder });
  });

  afterAll(async () => {
    await compute.close();
    await rm(folder, { recursive: true });
  });

  it('refuses by its header an image that is larger than the module reads in its time and memory', async () => {
    const large = join(folder, 'large');
    await sharp({ create: { width: 5000, height: 4000, channels: 3, background: '#808080' } })
      .png({ compressionLevel: 1 })
      .toFile(large);
    expect(await compute.read({ module: 'lung', path: large })).toMatchObject({
      status: 'failed',
      reason: 'too_many_pixels',
      message: expect.stringMatching(/takes at most 16 megapixels\.$/),
    });
    expect(await compute.readForExam({ module: 'lung', path: large })).toMatchObject({
      outcome: { status: 'failed', reason: 'too_many_pixels' },
    });
  });

  it('decodes, gates, analyses and encodes, and reports its progress', async () => {
    const steps: string[] = [];
    const onProgress = (step: string) => steps.push(step);
    const outcome = await compute.read(
      { module: 'breast', path, options: { step: 'nodule' } },
      { onProgress },
    );
    if (outcome.status !== 'completed') throw new Error(outcome.message);
    expect(outcome.wire).toEqual({ bright: 50 });
    expect(outcome.scores).toEqual({ gate: 0.9, bright: 50, y: null });
    expect(outcome.candidates[0]).toMatchObject({ type: 'toy', x: 1 });
    expect(outcome.study).toMatchObject({
      width: 20,
      height: 10,
      format: 'png',
      bitsStored: 8,
      spacingMm: null,
    });
    expect(outcome.timingsMs.total).toBeGreaterThan(0);
    const labels = await sharp(outcome.labels).metadata();
    expect([labels.width, labels.height, labels.channels, labels.depth]).toEqual([20, 10, 1, 'uchar']);
    const share = await sharp(outcome.extraMaps.reader_share).toColourspace('b-w').raw().toBuffer();
    expect(share.reduce((sum, value) => sum + value, 0)).toBe(50);
    expect((await sharp(outcome.views.original).metadata()).format).toBe('png');
    expect(steps).toEqual([
      'Opening the image',
      'Checking the image',
      'Reading the image',
      'thresholding',
      'Storing the images',
    ]);
  });

  it('answers a refusal and a damaged, missing or directory path with a reason', async () => {
    const small = join(folder, 'small');
    await sharp(new Uint8Array(16), { raw: { width: 4, height: 4, channels: 1 } })
      .png()
      .toFile(small);
    expect(await compute.read({ module: 'breast', path: small })).toMatchObject({
      status: 'refused',
      reason: 'too_small',
      scores: { gate: 0.1 },
    });
    const damaged = join(folder, 'damaged');
    await writeFile(damaged, '\x89PNG\r\n\x1a\nnothing', 'latin1');
    expect(await compute.read({ module: 'breast', path: damaged })).toMatchObject({
      status: 'failed',
      reason: 'corrupt_file',
    });
    for (const nowhere of [folder, join(folder, 'missing')]) {
      expect(await compute.read({ module: 'breast', path: nowhere })).toMatchObject({
        status: 'failed',
        reason: 'unreadable_file',
      });
    }
  });

  it('runs a network from the given folder, and reports a missing one', async () => {
    const read = (model: string) => compute.read({ module: 'breast', path, options: { model } });
    expect(await read('toy/double')).toMatchObject({ status: 'completed', scores: { y: 6 } });
    await expect(read('toy/missing')).rejects.toThrow(/missing/);
    await expect(read('../toy/double')).rejects.toThrow(/not the name of a model/);
  });

  it("rejects with an engine's bug and keeps working", async () => {
    await expect(compute.read({ module: 'breast', path, options: { fault: 'throw' } })).rejects.toThrow(
      'a bug',
    );
    const skewed = compute.read({ module: 'breast', path, options: { fault: 'geometry' } });
    await expect(skewed).rejects.toThrow(/geometry of the study/);
    expect((await compute.read({ module: 'breast', path })).status).toBe('completed');
  });

  it.each(['exit', 'memory'])('fails only the task whose thread dies (%s)', async (fault) => {
    const doomed = compute.read({ module: 'breast', path, options: { fault } });
    const others = Promise.all([1, 2, 3, 4].map(() => compute.read({ module: 'breast', path })));
    await expect(doomed).rejects.toThrow();
    expect((await others).map(({ status }) => status)).toEqual(Array(4).fill('completed'));
    expect((await compute.read({ module: 'breast', path })).status).toBe('completed');
  });

  it.each(['slow', 'deaf'])('stops a cancelled analysis, whether or not it checks (%s)', async (fault) => {
    const controllers = [new AbortController(), new AbortController()];
    const reads = controllers.map(({ signal }) =>
      compute.read({ module: 'breast', path, options: { fault } }, { signal }),
    );
    const next = compute.read({ module: 'breast', path });
    setTimeout(() => {
      for (const controller of controllers) controller.abort();
    }, 200);
    for (const read of reads) await expect(read).rejects.toMatchObject({ name: 'AbortError' });
    expect((await next).status).toBe('completed');
  });

  it('loads the engines of the catalogue in its own threads', async () => {
    const real = createCompute({ threads: 1 });
    const outcome = await real.read({ module: 'breast', path });
    expect(outcome.status).toBe('refused');
    await real.close();
  });

  it('terminates a thread only between networks: within one, the process would crash', async () => {
    const picture = fileURLToPath(
      new URL('../../../../web/public/samples/lung/nodule_0134_n0_s01.png', import.meta.url),
    );
    const real = createCompute({ threads: 1, graceMs: 0 });
    for (let at = 0; at < 6; at += 1) {
      const controller = new AbortController();
      const onProgress = (step: string) => {
        if (step === 'Checking the image') setTimeout(() => controller.abort(), 15 * at);
      };
      const read = real.read({ module: 'lung', path: picture }, { signal: controller.signal, onProgress });
      await expect(read).rejects.toMatchObject({ name: 'AbortError' });
    }
    const unfinished = real.read({ module: 'lung', path: picture });
    unfinished.catch(() => undefined);
    await new Promise((later) => setTimeout(later, 300));
    await real.close();
    await expect(unfinished).rejects.toThrow();
  });

  it('rejects when its threads cannot start', async () => {
    const broken = createCompute({
      threads: 1,
      threadFile: new URL('./testing/nowhere.ts', import.meta.url),
      onError: () => undefined,
    });
    await expect(broken.read({ module: 'breast', path })).rejects.toThrow();
    await broken.close();
  });

  it('does not start what was cancelled before', async () => {
    const signal = AbortSignal.abort();
    await expect(compute.read({ module: 'breast', path }, { signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('never runs a queued analysis that was cancelled', async () => {
    const blockers = [new AbortController(), new AbortController()];
    const blocking = blockers.map(({ signal }) =>
      compute.read({ module: 'breast', path, options: { fault: 'slow' } }, { signal }),
    );
    const queued = new AbortController();
    const steps: string[] = [];
    const read = compute.read(
      { module: 'breast', path },
      { signal: queued.signal, onProgress: (s) => steps.push(s) },
    );
    queued.abort();
    await expect(read).rejects.toMatchObject({ name: 'AbortError' });
    for (const blocker of blockers) blocker.abort();
    await Promise.allSettled(blocking);
    expect((await compute.read({ module: 'breast', path })).status).toBe('completed');
    expect(steps).toEqual([]);
  });
});
