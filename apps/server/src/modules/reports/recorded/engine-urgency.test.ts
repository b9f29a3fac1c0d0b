import { readFileSync } from 'node:fs';
import { readingOf, urgencyOf } from '@second-read/analyses/stored-reading';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { describe, expect, it } from 'vitest';
import { urgencyLine } from './show-report.test-support.ts';

interface EngineReading {
  readonly name: string;
  readonly module: AnalysisId;
  readonly reading: object;
}

const file = new URL('./engine-readings.fixture.json', import.meta.url);
const recorded: readonly EngineReading[] = JSON.parse(readFileSync(file, 'utf8'));

/** Without a reply: what is not read from the reading cannot be read at all. */
const stored = ({ module, reading }: EngineReading) => ({ module, reading, wire: {} });

describe('the urgency of what the engines read', () => {
  it('comes from the reading as it was stored', () => {
    for (const row of recorded) expect(readingOf(stored(row)), row.name).toEqual(row.reading);
  });

  it('is the same for each recorded picture, in words and in order', () => {
    const lines = recorded.map((row) => `${row.name} | ${urgencyLine(urgencyOf(readingOf(stored(row))))}`);
    expect(lines).toMatchInlineSnapshot(`
      [
        "breast: cesm_p150_l_dm_cc.png | urgency 65.2 urgent: BI-RADS 4, Mass 52.0 %",
        "breast: cesm_p188_r_dm_mlo.png | urgency 66.32 urgent: BI-RADS 4, Mass 63.2 %",
        "breast: cesm_p276_l_dm_cc.png | urgency 68.17 urgent: BI-RADS 4, Mass 81.7 %",
        "breast: cesm_p289_r_dm_cc.png | urgency 62.46 urgent: BI-RADS 4, Mass 24.6 %",
        "brain-ct: ct_epidural_075_32.png | urgency 99.36000000000001 urgent: Hemorrhage suspected, Midline shift",
        "brain-ct: ct_intraparenchymal_subdural_071_16.png | urgency 95.96000000000001 urgent: Hemorrhage suspected, Hypodense area",
        "brain-ct: ct_intraventricular_080_22.png | urgency 96.68 urgent: Hemorrhage suspected, Hypodense area",
        "brain-ct: ct_normal_2_106_19.png | urgency 0 none: Nothing found",
        "brain-ct: ct_normal_ventricles_061_12.png | urgency 15 finding: Possibly dilated ventricles",
        "brain-ct: ct_subdural_071_32.png | urgency 95.28 urgent: Hemorrhage suspected",
        "lung: ct_a0002_06_lung_window.png | urgency 0 none: Nothing found",
        "lung: ct_a0002_08.dcm | urgency 0 none: Nothing found",
        "lung: ct_a0002_13_lung_window.png | urgency 63.8 finding: Nodule 63.8 %",
        "lung: ct_a0002_15.dcm | urgency 84.3 finding: Mass 84.3 %",
        "lung: nodule_0134_n0_s01.png | urgency 70.8 finding: Nodule 70.8 %",
        "lung: nodule_0217_n0_s03.png | urgency 86.1 finding: Nodule 86.1 %",
        "lung: nodule_0501_n1_s02.png | urgency 63 finding: Nodule 63.0 %",
        "lung: nodule_0749_n4_s03.png | urgency 83.9 finding: Nodule 83.9 %",
        "lung: nodule_0974_n0_s01.png | urgency 84 finding: Nodule 84.0 %",
        "lung: nodule_0985_n0_s05.png | urgency 0 none: Nothing found",
        "cervix: aceto_C10Aceto_2.jpg | urgency 55.7 finding: Lesion 55.7 %",
        "cervix: aceto_C53Aceto_3.jpg | urgency 62.7 finding: Lesion 62.7 %",
        "cervix: aceto_C57Aceto_3.jpg | urgency 85.7 finding: Lesion 85.7 %, Abnormality 61.5 %",
        "cervix: aceto_C60Aceto_3.jpg | urgency 63.2 finding: Abnormality 63.2 %",
        "cervix: aceto_C73Aceto_1.jpg | urgency 85.6 finding: Lesion 85.6 %, Abnormality 53.6 %",
        "cervix: aceto_C74Aceto_2.jpg | urgency 74.7 finding: Lesion 74.7 %",
      ]
    `);
  });
});
