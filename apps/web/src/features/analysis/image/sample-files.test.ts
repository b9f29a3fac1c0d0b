/// <reference types="node" />
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { manifests } from '@second-read/analyses/manifests';
import { describe, expect, it } from 'vitest';
import { sampleUrl, thumbnailUrl } from './sample-url.ts';

const files = resolve(import.meta.dirname, '../../../../public');

describe('the samples', () => {
  it.each(manifests)(
    'of $id are there, each with a picture that browsers draw and a name of its own',
    (manifest) => {
      for (const sample of manifest.gallery) {
        expect(existsSync(files + sampleUrl(manifest, sample)), sample.file).toBe(true);
        expect(existsSync(files + thumbnailUrl(manifest, sample)), sample.file).toBe(true);
        expect(thumbnailUrl(manifest, sample)).toMatch(/\.(png|jpg|webp)$/);
      }
      const labels = manifest.gallery.map(({ label }) => label);
      expect(new Set(labels).size).toBe(labels.length);
    },
  );
});
