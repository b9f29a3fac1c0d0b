import { manifests } from '@second-read/analyses/manifests';
import { describe, expect, it } from 'vitest';
import { openingView } from './opening-view.ts';

const opened = (wanted: Parameters<typeof openingView>[1]) =>
  Object.fromEntries(manifests.map((manifest) => [manifest.id, openingView(manifest, wanted)]));

describe('a result', () => {
  it('opens as its module has it, as long as the account asks for nothing else', () => {
    const specified = Object.fromEntries(manifests.map(({ id, resultView }) => [id, resultView]));
    expect(opened(undefined)).toEqual(specified);
    expect(opened('specified')).toEqual(specified);
  });

  it('opens on the bare image for whoever wants it, or its outlines, first', () => {
    for (const wanted of ['input', 'outlines'] as const)
      expect(new Set(Object.values(opened(wanted)))).toEqual(new Set(['input']));
  });

  it('opens in the wanted view where the module has it, else in its own', () => {
    for (const manifest of manifests) {
      const hasOverlay = manifest.views.some(({ id }) => id === 'overlay');
      expect(openingView(manifest, 'overlay')).toBe(hasOverlay ? 'overlay' : manifest.resultView);
    }
    expect(openingView({ views: [], resultView: 'input' }, 'segmented')).toBe('input');
  });
});
