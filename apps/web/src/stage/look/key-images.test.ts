import { mostKeyImages } from '@second-read/core/review/key-images/key-image';
import { describe, expect, it } from 'vitest';
import { KeyImages, type TakenImage } from './key-images.ts';

const taken = (x: number): TakenImage => ({
  look: {
    ...{ area: { x, y: 0, width: 10, height: 10 }, pixelMm: null, window: null, letters: null, marks: [] },
    ...{ isMirrored: false, quarterTurns: 0, isInverted: false },
    overlays: { findings: true, regions: false },
  },
  picture: 'AAAA',
});

function kept() {
  const images = new KeyImages();
  const sent: string[] = [];
  let count = 0;
  const keeper = {
    keep: (key: string) => {
      sent.push(`keep ${key}`);
      count += 1;
      return `id-${count}`;
    },
    remove: (id: string) => void sent.push(`remove ${id}`),
    bringBack: (id: string) => void sent.push(`back ${id}`),
  };
  return { images, sent, keeper };
}

describe('the key images of a stack', () => {
  it('wait for a review, are kept once it begins, removed and brought back', () => {
    const { images, sent, keeper } = kept();
    images.choose('slice-1', taken(0));
    expect([sent, images.state.listed.length]).toEqual([[], 1]);
    images.keepWith(keeper);
    images.choose('slice-2', taken(0));
    expect(images.state.listed.map(({ id }) => id)).toEqual(['id-1', 'id-2']);
    images.remove('id-1');
    expect(images.state).toMatchObject({ listed: [{ id: 'id-2' }], removed: { id: 'id-1' } });
    images.bringBack();
    expect(sent).toEqual(['keep slice-1', 'keep slice-2', 'remove id-1', 'back id-1']);
    expect(images.state).toMatchObject({ listed: [{ id: 'id-2' }, { id: 'id-1' }], removed: null });
  });

  it('are one for one look, and have a limit that is said', () => {
    const { images } = kept();
    images.choose('slice-1', taken(0));
    images.choose('slice-1', taken(0));
    expect(images.state).toMatchObject({ listed: { length: 1 }, said: 'This is a key image already.' });
    for (let x = 1; x < mostKeyImages; x += 1) images.choose('slice-1', taken(x));
    images.choose('slice-1', taken(99));
    expect(images.state.listed).toHaveLength(mostKeyImages);
    expect(images.state.said).toBe('A report has at most 12 key images.');
  });

  it('are those of the report once it says which', () => {
    const { images, keeper } = kept();
    images.keepWith(keeper);
    images.choose('slice-1', taken(0));
    const { look } = taken(3);
    images.showKept([{ key: 'slice-2', id: 'other', look, url: '/media/x.jpg' }], false);
    expect(images.state.listed.map(({ id }) => id)).toEqual(['other']);
  });

  it('are looked at again on their image, once', () => {
    const { images } = kept();
    images.choose('slice-1', taken(4));
    const recalled: string[] = [];
    images.onRecall(({ key }) => recalled.push(key));
    const [chosen] = images.state.listed;
    if (chosen) images.recall(chosen);
    expect(recalled).toEqual(['slice-1']);
    expect(images.takeRecalled('slice-2')).toBeNull();
    expect(images.takeRecalled('slice-1')).toEqual(taken(4).look);
    expect(images.takeRecalled('slice-1')).toBeNull();
  });
});
