import { manifestOfReportId } from '@second-read/analyses/catalogue';
import type { ReportReply } from '@second-read/contract/reports';
import type { AnalysisId, ModuleManifest } from '@second-read/core/analysis/manifest';
import type { WireFields } from '@second-read/core/analysis/report-module';

/** Report ids that begin so are answered here, after a moment, and marked "Demo data" (decision 14). */
const demoPrefix = 'demo-';
const demoDelayMs = 500;

/** Whether an id asks for demo data. */
export function isDemoId(id: string): boolean {
  return id.startsWith(demoPrefix);
}

/** The module of a report id; behind `demo-` the same prefixes apply, otherwise breast. */
export function manifestOfAnalysisId(id: string): ModuleManifest {
  return manifestOfReportId(isDemoId(id) ? id.slice(demoPrefix.length) : id);
}

/**
 * The demo records of each module: the fields its screens read and those the specification names, with
 * placeholders. A confidence is null, for only a measurement gives one.
 */
const demoRecords: Readonly<Record<AnalysisId, readonly WireFields[]>> = {
  breast: [
    {
      original_image_url: '/samples/breast/cesm_p276_l_dm_cc.png',
      report_text: [
        'birads_cat:3',
        'mass:1',
        'mass_definition:1',
        'mass_density:2',
        'mass_shape:1',
        'mass_calcification:0',
        'axilla_findings:0',
        'calcification:0',
        'acr_breast_density:2',
      ],
    },
  ],
  lung: [
    {
      original_image_url: '/samples/lung/nodule_0501_n1_s02.png',
      nodule_detected: 1,
      nodule_confidence: null,
      region_affected: 'Right lung',
      volume: 'Not specified',
      report_text: ['nodule:1', 'region_affected:Right lung', 'volume:Not specified'],
    },
  ],
  'brain-ct': [
    {
      input_img: '/samples/brain-ct/ct_normal_ventricles_061_12.png',
      lesion_detected: 0,
      lesion_confidence: null,
      volume: 'Not specified',
      sulcation: 'Normal',
      output: 'No lesion described (demo data)',
    },
  ],
  cervix: [
    cervixRecord('aceto_C73Aceto_1.jpg', { type: 'lesion', found: 0 }),
    cervixRecord('aceto_C10Aceto_2.jpg', {
      type: 'lesion',
      found: 1,
      lesion_type: 'Not specified',
      size: 'Not specified',
      clinical_note: 'Placeholder for the demo.',
    }),
  ],
};

function cervixRecord(file: string, lesion: WireFields): WireFields {
  const tissue = { type: 'cervical tissue', found: 1, cervical_density: 'Not specified' };
  return {
    original_image_url: `/samples/cervix/${file}`,
    findings: [lesion, tissue, { type: 'abnormality', found: 0 }],
  };
}

/** `demo-cervix-2` asks for the second record; a number beyond the last begins anew. */
export function demoRecordOf(id: string): WireFields {
  const records = demoRecords[manifestOfAnalysisId(id).id];
  const number = Number(/-(\d+)$/.exec(id)?.[1] ?? 1);
  return records[(number + records.length - 1) % records.length] ?? {};
}

/** A demo analysis, half a second later. */
export async function fetchDemoAnalysis(id: string): Promise<ReportReply> {
  await new Promise((resolve) => setTimeout(resolve, demoDelayMs));
  const manifest = manifestOfAnalysisId(id);
  const date = '2026-01-05T09:00:00.000Z';
  return {
    ...demoRecordOf(id),
    id,
    module: manifest.id,
    patient_id: 'DEMO',
    created_at: date,
    updated_at: date,
    analyzed_by: { full_name: 'Demo data', username: 'demo' },
    study: { width: 512, height: 512, format: 'png', bits_stored: 8, spacing_mm: null },
  };
}
