import { describe, expect, it } from 'vitest';
import type { GreyPicture } from '../source/picture.ts';
import { presetsOf } from './window-presets.ts';

const lung = { label: 'Lung', centre: -600, width: 1500 };
const grey = (samples: GreyPicture['samples'], unit: GreyPicture['unit']): GreyPicture => ({
  id: 'p',
  kind: 'grey',
  width: samples.length,
  height: 1,
  samples,
  unit,
  window: { centre: 10, width: 20 },
});

describe('window presets', () => {
  it('offers the windows of the region where the values are Hounsfield units', () => {
    const choices = presetsOf(grey(Int16Array.of(-1000, 400), 'HU'), [lung]);
    expect(choices.map(({ label }) => label)).toEqual(['As opened', 'Lung', 'Full range']);
    expect(choices[0]?.window()).toBeNull();
    expect(choices[1]?.window()).toEqual({ centre: -600, width: 1500 });
    expect(choices[2]?.window()).toEqual({ centre: -300, width: 1400 });
  });

  it('offers no Hounsfield window for values without that unit, and none for colours', () => {
    const labels = presetsOf(grey(Uint8Array.of(0, 255), ''), [lung]).map(({ label }) => label);
    expect(labels).toEqual(['As opened', 'Full range', 'Narrow']);
    expect(
      presetsOf({ id: 'p', kind: 'colour', width: 1, height: 1, samples: new Uint8Array(3) }, []),
    ).toEqual([]);
    expect(presetsOf(null, [lung])).toEqual([]);
  });
});
