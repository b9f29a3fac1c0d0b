import { moduleOfReportId } from '@second-read/analyses/catalogue';
import type { ReportReply } from '@second-read/contract/reports';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { WireFields } from '@second-read/core/analysis/report-module';

/** Report ids that begin so are answered here, after a moment, and marked "Demo data". */
const demoPrefix = 'demo-';
const demoDelayMs = 500;

/** Whether an id asks for demo data. */
export function isDemoId(id: string): boolean {
  return id.startsWith(demoPrefix);
}

function moduleOfAnalysisId(id: string) {
  return moduleOfReportId(isDemoId(id) ? id.slice(demoPrefix.length) : id);
}

/** The module of a report id; behind `demo-` the same prefixes apply, otherwise breast. */
export function manifestOfAnalysisId(id: string): ModuleManifest {
  return moduleOfAnalysisId(id).manifest;
}

/** `demo-cervix-2` asks for the second record; a number beyond the last begins anew. */
export function demoRecordOf(id: string): WireFields {
  const { demoReplies } = moduleOfAnalysisId(id);
  const number = Number(/-(\d+)$/.exec(id)?.[1] ?? 1);
  return demoReplies[(number + demoReplies.length - 1) % demoReplies.length] ?? {};
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
