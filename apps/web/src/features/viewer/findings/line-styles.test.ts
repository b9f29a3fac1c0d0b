import { manifests } from '@second-read/analyses/manifests';
import { markedTypes } from '@second-read/analyses/marked-types';
import { expect, it } from 'vitest';
import { lineStyle } from './line-styles.ts';

it.each(manifests)(
  'each finding type of $id has a line of its own, in the picture and in the legend',
  (manifest) => {
    const lines = markedTypes(manifest).map((_, at) => lineStyle(at));
    expect(new Set(lines.map(({ dash }) => dash)).size).toBe(lines.length);
    expect(new Set(lines.map(({ border }) => border)).size).toBe(lines.length);
  },
);
