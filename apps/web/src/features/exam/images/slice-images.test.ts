import { describe, expect, it, vi } from 'vitest';
import type { Picture } from '../../../stage/source/picture.ts';
import { SliceImages } from './slice-images.ts';

const picture = (place: number, bytes = 2): Picture => ({
  kind: 'grey',
  unit: 'HU',
  ...{ id: `p${place}`, width: 1, height: 1, window: { centre: 0, width: 1 } },
  samples: new Uint8Array(bytes),
});

/** Slices that come when they are let. */
function held(count: number, bytes?: number) {
  const asked: number[] = [];
  const come = new Map<number, (isThere: boolean) => void>();
  const load = (place: number) => {
    asked.push(place);
    return new Promise<Picture>((resolve, reject) => {
      come.set(place, (isThere) => (isThere ? resolve(picture(place, bytes)) : reject(new Error('gone'))));
    });
  };
  const images = new SliceImages(count, load, () => {});
  const arrive = async (place: number, isThere = true) => {
    come.get(place)?.(isThere);
    const hasCome = () => images.at(place) !== null || images.hasFailed(place) || images.loaded === 0;
    await vi.waitFor(() => expect(hasCome()).toBe(true));
    await Promise.resolve();
  };
  return { images, asked, arrive };
}

describe('the slices of an exam', () => {
  it('are fetched nearest first, four at a time', async () => {
    const { images, asked, arrive } = held(20);
    images.want(10, false);
    expect(asked).toEqual([10, 11, 9, 12]);
    await arrive(10);
    expect(images.at(10)?.id).toBe('p10');
    expect(asked.slice(4)).toEqual([8]);
  });

  it('follow the reader who scrolls away', async () => {
    const { images, asked, arrive } = held(100);
    images.want(0, false);
    images.want(50, false);
    await arrive(0);
    expect(asked.at(-1)).toBe(50);
  });

  it('are all there for planes, in order', async () => {
    const { images, arrive } = held(3);
    images.want(1, true);
    for (const place of [1, 2]) await arrive(place);
    expect(images.all()).toBeNull();
    await arrive(0);
    expect(images.all()?.map(({ id }) => id)).toEqual(['p0', 'p1', 'p2']);
  });

  it('of another kind than the rest, which make no volume, are asked for anew', async () => {
    const values = (place: number): Picture => ({ ...picture(place), samples: new Int16Array(1) }) as Picture;
    const asked: number[] = [];
    const load = async (place: number) => {
      asked.push(place);
      return place === 1 && asked.length <= 3 ? picture(1) : values(place);
    };
    const images = new SliceImages(3, load, () => {});
    images.want(0, true);
    await vi.waitFor(() => expect(images.all()).not.toBeNull());
    images.retry();
    await vi.waitFor(() =>
      expect(images.all()?.every(({ samples }) => samples instanceof Int16Array)).toBe(true),
    );
    expect(asked).toEqual([0, 1, 2, 1]);
    images.retry();
    expect(asked).toHaveLength(4);
  });

  it('are kept near the reader alone where there are too many', async () => {
    const { images, arrive } = held(40, 32 * 1024 ** 2);
    images.want(0, false);
    for (const place of [0, 1, 2, 3]) await arrive(place);
    images.want(30, false);
    await arrive(30);
    expect([images.at(0), images.at(30)?.id]).toEqual([null, 'p30']);
  });

  it('are requested again after a failure when the reader says so', async () => {
    const { images, asked, arrive } = held(1);
    images.want(0, false);
    await arrive(0, false);
    expect(images.hasFailed(0)).toBe(true);
    expect(asked).toEqual([0]);
    images.retry();
    await arrive(0);
    expect(images.at(0)?.id).toBe('p0');
  });
});
