import { describe, expect, it } from 'vitest';
import { manifestList as manifestsWithPhantom } from '../e2e/phantom/manifest-list.ts';
import { moduleList as modulesWithPhantom } from '../e2e/phantom/module-list.ts';
import { manifestOf, manifests } from './manifests.ts';

describe('the modules', () => {
  it('stand in the list of manifests in the order of the list of modules, those a site adds too', () => {
    expect(manifestsWithPhantom).toEqual(modulesWithPhantom.map(({ manifest }) => manifest));
  });

  it('give up after 30 s for breast and 60 s for the others', () => {
    const seconds = manifests.map(({ id, timeoutMs }) => [id, timeoutMs / 1000]);
    expect(Object.fromEntries(seconds)).toEqual({ breast: 30, 'brain-ct': 60, lung: 60, cervix: 60 });
  });

  it('are called at the specified paths', () => {
    const paths = manifests.map(({ apiPath }) => apiPath);
    expect(paths.toSorted()).toEqual([
      'brain_ct',
      'breast_segmentation',
      'cervix-segmentation',
      'lung_segmentation',
    ]);
  });

  it('paint breast findings green, pink, tan and blue, and cervix findings as specified', () => {
    const colours = (id: 'breast' | 'cervix') =>
      Object.fromEntries(manifestOf(id).findingTypes.map((type) => [type.id, type.colour]));
    expect(colours('cervix')).toEqual({
      lesion: '#FF6347',
      'cervical tissue': '#20B2AA',
      abnormality: '#FFD700',
    });
    expect(colours('breast')).toEqual({
      mass: '#2ECC71',
      axilla: '#FF69B4',
      calcification: '#D2B48C',
      'breast tissue': '#2196F3',
    });
  });
});
