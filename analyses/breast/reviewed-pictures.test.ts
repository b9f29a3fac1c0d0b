import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { noHeader } from '@second-read/core/report/document';
import { describe, expect, it } from 'vitest';
import { createCodecs } from '../../apps/server/src/platform/compute/codecs/create-codecs.ts';
import { decodeStudy } from '../../core/src/decode/decode-study.ts';
import type { Study } from '../../core/src/decode/study.ts';
import { context, studyOfFile } from '../study.test-support.ts';
import { analyseMammogram } from './engine/analyse.ts';
import { calibration } from './engine/calibration.ts';
import { engine } from './engine/engine.ts';
import { type BreastReading, breastReading } from './reading/schema.ts';
import { textsOf } from './report/sentences.ts';
import { report } from './report.ts';

/** Pictures whose reports were read beside them; their terms keep them out of the repository. */
const data = new URL('../../../shared/datasets/breast/', import.meta.url);
const at = (name: string) => fileURLToPath(new URL(name, data));

async function studyAt(name: string): Promise<Study> {
  if (!name.endsWith('.dcm')) return studyOfFile(at(name));
  const decoded = await decodeStudy(readFileSync(at(name)), createCodecs());
  if (!decoded.ok) throw new Error(`${name}: ${decoded.problem}`);
  return decoded.study;
}

interface Read {
  readonly reading: BreastReading;
  readonly words: string;
}

async function readStudy(study: Study, mass = calibration.operating.mass): Promise<Read> {
  const at = { ...calibration, operating: { ...calibration.operating, mass } };
  const analysis = await analyseMammogram(engine.prepare(study), context, at);
  const reading = breastReading.parse(analysis.reading);
  const { diagnosis, assessment } = report.toDocument(reading, noHeader);
  // The report lists its masses under their finding, the reading has them among its sentences.
  return {
    reading,
    words: [diagnosis?.text, ...(assessment?.comments ?? []), ...textsOf(reading).comments].join(' '),
  };
}

const read = async (name: string) => readStudy(await studyAt(`cesm_dm_test/images/${name}.webp`));

const masses = ({ findings }: BreastReading) =>
  findings.filter((each) => each.type === 'mass' && each.state === 'found');

describe.skipIf(!existsSync(data))('reports that were read beside their pictures', () => {
  it.each(['P272_L_DM_CC', 'P176_R_DM_MLO'])(
    'do not exclude the calcifications all over a part of %s, whose 512 rows are too few for them',
    async (name) => {
      const { words } = await read(name);
      expect(words).toContain('too small for calcifications and subtle masses: neither is excluded');
      expect(words).not.toContain('No grouped calcifications');
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

  it.each([undefined, 0.2])(
    'describe the round mass of mdb290 where it is named (%s mm per pixel)',
    async (mm) => {
      const film = await studyAt('mias/images/mdb290.webp');
      const study =
        mm === undefined ? film : { ...film, spacing: { xMm: mm, yMm: mm, kind: 'calibrated' as const } };
      const { reading, words } = await readStudy(study, 0.1);
      // The labeled circle: center 25, 670, radius 45.
      const [mass] = masses(reading);
      const box = mass?.region?.box;
      if (box == null) throw new Error('no mass was placed');
      expect(Math.hypot(box.x + box.width / 2 - 25, box.y + box.height / 2 - 670)).toBeLessThan(45);
      expect(mass).toMatchObject({ descriptors: { shape: 'round' } });
      expect(reading.category?.value).toBe(4);
      // Pixels of the estimated size are too large to show what is coarse.
      if (mm === undefined) expect(words).toMatch(/Not assessed: [^.]*coarse calcifications/);
    },
  );

  it('show the malignant mass of the left breast of P_00820 on request, though it is not named', async () => {
    const study = await studyAt('exams/files/P_00820_L_CC.dcm');
    const { candidates, scores } = await engine.analyse(engine.prepare(study), context);
    // Labeled at the chest wall, half way up: rows 976 to 1026 of 1578.
    const overIt = candidates.filter(
      ({ type, y, height }) => type === 'mass' && y < 1026 && y + height > 976,
    );
    expect(overIt).not.toEqual([]);
    expect(scores.birads).toBe(1);
  });
});
