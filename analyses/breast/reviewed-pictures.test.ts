import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { noHeader } from '@second-read/core/report/document';
import { describe, expect, it } from 'vitest';
import { context, studyOfFile } from '../study.test-support.ts';
import { engine } from './engine/engine.ts';
import { type BreastReading, breastReading } from './reading/schema.ts';
import { report } from './report.ts';

/** Pictures whose reports were read beside them; their terms keep them out of the repository. */
const pictures = new URL('../../../shared/datasets/breast/cesm_dm_test/images/', import.meta.url);

async function read(name: string): Promise<{ reading: BreastReading; words: string }> {
  const study = await studyOfFile(fileURLToPath(new URL(`${name}.webp`, pictures)));
  const reading = breastReading.parse((await engine.analyse(engine.prepare(study), context)).reading);
  const { diagnosis, assessment } = report.toDocument(reading, noHeader);
  // The report lists its masses under their finding, the reading has them among its sentences.
  return {
    reading,
    words: [diagnosis?.text, ...(assessment?.comments ?? []), ...reading.texts.comments].join(' '),
  };
}

const masses = ({ findings }: BreastReading) =>
  findings.filter((each) => each.type === 'mass' && each.state === 'found');

describe.skipIf(!existsSync(pictures))('reports that were read beside their pictures', () => {
  it.each(['P174_L_DM_CC', 'P243_R_DM_CC', 'P272_L_DM_CC'])(
    'call %s, which has a lesion, neither negative nor due for routine screening',
    async (name) => {
      const { reading, words } = await read(name);
      expect(reading.category?.value).not.toBe(1);
      expect(words).not.toMatch(/Negative|[Rr]outine screening/);
    },
  );

  it('name no mass at the nipple of P243, which ends the breast at the left', async () => {
    const { reading } = await read('P243_R_DM_CC');
    const near = masses(reading).filter(({ region }) => (region?.centre?.x ?? 30) < 30);
    expect(near).toEqual([]);
  });

  it('say of the density over the muscle of P168 that it may be a lymph node', async () => {
    const { reading, words } = await read('P168_L_DM_MLO');
    const over = masses(reading).filter(
      (mass) => mass.type === 'mass' && mass.descriptors?.place?.depth === 'over_muscle',
    );
    expect(over.length).toBeGreaterThan(0);
    expect(words).toContain('over the pectoral muscle (a lymph node is possible)');
  });
});
