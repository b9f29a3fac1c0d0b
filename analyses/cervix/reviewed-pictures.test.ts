import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { noHeader } from '@second-read/core/report/document';
import { describe, expect, it } from 'vitest';
import { context, studyOfFile } from '../study.test-support.ts';
import { engine } from './engine/engine.ts';
import { cervixReading } from './reading/schema.ts';
import { report } from './report.ts';

/** Pictures whose reports were read beside them; their terms keep them out of the repository. */
const pictures = new URL('../../../shared/datasets/cervix/', import.meta.url);

const prepared = async (name: string) =>
  engine.prepare(await studyOfFile(fileURLToPath(new URL(name, pictures))));

async function wordsOf(name: string): Promise<string> {
  const { reading } = await engine.analyse(await prepared(name), context);
  const { diagnosis, assessment, findings } = report.toDocument(cervixReading.parse(reading), noHeader);
  const details = findings.flatMap((finding) =>
    finding.details.map(({ label, value }) => `${label}: ${value}`),
  );
  return [diagnosis?.text, ...(assessment?.comments ?? []), ...details].join(' ');
}

describe.skipIf(!existsSync(pictures))('reports that were read beside their pictures', () => {
  it("refuse a cancer after Lugol's iodine rather than calling it clear", async () => {
    const answer = await engine.accept(await prepared('atlas/images/x174.jpg'), context);
    expect(answer).toMatchObject({ accepted: false, reason: 'poor_quality' });
    expect(JSON.stringify(answer)).toContain("Lugol's iodine");
  });

  it.each(['via/images/IARC_179_AAF1.jpg', 'via/images/IARC_122_ABL1.jpg', 'atlas/images/x082.jpg'])(
    'name no grade for %s, and leave invasion to the examiner',
    async (name) => {
      const words = await wordsOf(name);
      expect(words).not.toMatch(/[Mm]inor change|[Mm]ajor change|grade [12]/);
      expect(words).toMatch(/[Nn]ot assessed:[^.]*invasion/);
    },
  );

  it.each(['annocerv/images/C73Aceto_1.jpg', 'puskesmas/images/a8B.jpg'])(
    'claim nothing of the surface or the junction of %s',
    async (name) => {
      const words = await wordsOf(name);
      expect(words).not.toMatch(/[Ee]ven surface|[Jj]unction (is )?(fully )?(seen|visible)/);
      expect(words).toMatch(/[Nn]ot assessed:[^.]*surface/);
    },
  );

  it.each(['annocerv/images/C10Aceto_1.jpg', 'annocerv/images/C10Aceto_2.jpg'])(
    'call the red canal of %s no acetowhite lesion',
    async (name) => {
      expect(await wordsOf(name)).toContain('No acetowhite change identified');
    },
  );

  it.each(['annocerv/images/C57Aceto_1.jpg', 'annocerv/images/C57Aceto_3.jpg'])(
    'name the lesion of %s and the blood within its outline',
    async (name) => {
      const words = await wordsOf(name);
      expect(words).toMatch(/^Faint acetowhite change/);
      expect(words).toMatch(/Blood or red tissue on [\d.]+ % of the outlined lesion/);
    },
  );

  it('tell the blood beside the outlined lesion of a bleeding cancer', async () => {
    const words = await wordsOf('via/images/IARC_182_AAR1.jpg');
    expect(words).toMatch(
      /Red at the os on [\d.]+ % of the cervix.*bleeds on contact, colposcopy and biopsy/,
    );
  });

  // Known misses, as the model card says: red canal, normal lips.
  it.each(['annocerv/images/C10Aceto_3.jpg', 'puskesmas/images/a18B.jpg'])(
    'still name a faint lesion for %s: a false positive',
    async (name) => {
      const words = await wordsOf(name);
      expect(words).toMatch(/^Faint acetowhite change.*colposcopy/);
    },
  );
});
