import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SliceEvidence } from '@second-read/core/reading/mark';
import { describe, expect, it } from 'vitest';
import { context, greyStudy, painted, studyOfFile } from '../study.test-support.ts';
import { engine } from './engine/engine.ts';

const folders = {
  'the shipped samples': fileURLToPath(new URL('../../apps/web/public/samples/brain-ct/', import.meta.url)),
  'the gallery of the data sets': fileURLToPath(
    new URL('../../../shared/datasets/gallery/brain/', import.meta.url),
  ),
};
/** In which every picture of the gallery is shown, HU. */
const shownIn = { width: 120, centre: 40 };
/** All of them show blood; the narrowest but one turns white below bone. */
const windows = [
  [120, 40],
  [80, 40],
  [100, 40],
  [110, 50],
] as const;

async function evidenceIn(file: string, [width, centre]: readonly [number, number]): Promise<SliceEvidence> {
  const study = await studyOfFile(file);
  const grey = painted(study.width, study.height, (x, y) => {
    const value = (study.grey.data[y * study.width + x] ?? 0) / 255;
    const hu = (value - 0.5) * shownIn.width + shownIn.centre;
    return Math.round(255 * Math.min(Math.max((hu - centre) / width + 0.5, 0), 1));
  });
  const { evidence } = await engine.analyse(engine.prepare(greyStudy(grey)), { ...context, isForExam: true });
  if (evidence === undefined) throw new Error('no evidence of an accepted slice');
  return evidence;
}

describe.each(Object.entries(folders))('%s', (_, folder) => {
  describe.skipIf(!existsSync(folder))('(where they are there)', () => {
    it.each(windows)('case 075: the bleeding is named at its level in W%s C%s', async (width, centre) => {
      const { facts, marks } = await evidenceIn(`${folder}ct_epidural_075_32.png`, [width, centre]);
      expect(facts).toMatchObject({ isNamed: true, level: 'lateral ventricles' });
      const sides = (type: string) =>
        marks.filter((mark) => mark.type === type).map((mark) => mark.facts?.side);
      expect(new Set(sides('haemorrhage')).size).toBe(1);
      // The healthy side opposite is no infarct.
      expect(sides('hypodense area').filter((side) => side !== sides('haemorrhage')[0])).toEqual([]);
    });

    it.each(['ct_intraventricular_080_22', 'ct_intraparenchymal_subdural_071_16', 'ct_subdural_071_32'])(
      '%s: the bleeding is named',
      async (name) => {
        expect((await evidenceIn(`${folder}${name}.png`, [120, 40])).facts.isNamed).toBe(true);
      },
    );

    it.each(['ct_normal_2_106_19', 'ct_normal_ventricles_061_12'])('%s: none is named', async (name) => {
      const { facts, marks } = await evidenceIn(`${folder}${name}.png`, [120, 40]);
      expect(facts.isNamed).toBe(false);
      expect(marks.filter(({ type }) => type === 'hypodense area')).toEqual([]);
    });
  });
});
