import {
  type ExamSlicesReply,
  examSlicesReply,
  type PriorsReply,
  priorsReply,
  type ReportReply,
  type ReportsReply,
  reportReply,
  reportsReply,
} from '@second-read/contract/reports';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { WireFields } from '@second-read/core/analysis/report-module';
import type { ImageRole, ReportHeader } from '@second-read/core/report/document';
import { partOf } from '@second-read/core/report/part-of';
import { z } from 'zod';
import { request, resolveImageUrl } from '../calls/client.ts';

export type ReportScope = 'my' | 'all';

export interface ReportsQuery {
  readonly manifest: ModuleManifest;
  readonly scope: ReportScope;
  /** Counted from 1, after the report `after` where one is named. */
  readonly page: number;
  readonly after?: string;
  readonly pageSize: number;
  readonly q: string;
}

export type ReportImages = Readonly<Partial<Record<ImageRole, string>>>;

/**
 * The specification takes a list paged, within `results` or `data`, or as it is: what is not paged is one
 * page.
 */
const rows = z.array(reportReply);
const allRows = z.union([
  z.object({ results: rows }).transform(({ results }) => results),
  z.object({ data: rows }).transform(({ data }) => data),
  rows,
]);
const listReply = z.union([reportsReply, allRows.transform(onePage)]);

function onePage(results: ReportReply[]): ReportsReply {
  return { count: results.length, page: 1, page_size: Math.max(results.length, 1), has_more: false, results };
}

/** One page of reports, newest first: the user's own, or the organisation's. */
export async function fetchReports(query: ReportsQuery, signal?: AbortSignal): Promise<ReportsReply> {
  const { manifest, scope, page, after, pageSize, q } = query;
  const search = new URLSearchParams({ page: String(page), page_size: String(pageSize), q });
  if (after !== undefined) search.set('after', after);
  const path = `/api/${manifest.apiPath}/${scope}-reports/?${search}`;
  return request(path, { schema: listReply, ...(signal && { signal }) });
}

/** One stored report with freshly signed image links. */
export function fetchReport(
  manifest: ModuleManifest,
  id: string,
  signal?: AbortSignal,
): Promise<ReportReply> {
  const path = `/api/${manifest.apiPath}/reports/${encodeURIComponent(id)}/`;
  return request(path, { schema: reportReply, ...(signal && { signal }) });
}

/** A report that its reader comes to next: the trail says that it was fetched ahead. */
export function fetchReportAhead(
  manifest: ModuleManifest,
  id: string,
  signal: AbortSignal,
): Promise<ReportReply> {
  const path = `/api/${manifest.apiPath}/reports/${encodeURIComponent(id)}/?ahead=true`;
  return request(path, { schema: reportReply, signal });
}

/** A slice of an exam that was read: addresses the browser can load, and its place. */
export interface ExamSlicePicture {
  readonly file: string;
  readonly url: string;
  /** Of its label map; empty while the result is hidden. */
  readonly labelsUrl: string;
  /** Of the machine's own label map. */
  readonly machineLabelsUrl: string;
  readonly pixelMm: ExamSlicesReply[number]['pixel_mm'];
  /** In the patient; null where the file does not say. */
  readonly geometry: ExamSlicesReply[number]['geometry'];
  /** Of a mammogram. */
  readonly hanging: ExamSlicesReply[number]['hanging'];
}

/** The slices of an exam that were read, in the order of its stack. */
export async function fetchExamSlices(id: string, signal?: AbortSignal): Promise<ExamSlicePicture[]> {
  const path = `/api/reports/${encodeURIComponent(id)}/slices/`;
  const slices = await request(path, { schema: examSlicesReply, ...(signal && { signal }) });
  return slices.map(({ file, pixel_mm: pixelMm, geometry, hanging, ...links }) => {
    const { original_url: url, label_map_url: labels, machine_label_map_url: machine = labels } = links;
    return {
      ...{
        file,
        url: resolveImageUrl(url),
        labelsUrl: resolved(labels),
        machineLabelsUrl: resolved(machine),
      },
      ...{ pixelMm, geometry, hanging },
    };
  });
}

function resolved(url: string | undefined): string {
  return url === undefined ? '' : resolveImageUrl(url);
}

/** The earlier reports of the same patient, newest first. */
export function fetchPriors(
  manifest: ModuleManifest,
  id: string,
  signal?: AbortSignal,
): Promise<PriorsReply> {
  const path = `/api/${manifest.apiPath}/reports/${encodeURIComponent(id)}/priors/`;
  return request(path, { schema: priorsReply, ...(signal && { signal }) });
}

/** The header of a printed report. */
export function reportHeader(reply: ReportReply): ReportHeader {
  const { full_name, username } = reply.analyzed_by ?? {};
  const { exam_date: date, exam_time: time, instance_number: instanceNumber, ...others } = reply.study;
  const { exam_slices: examSlices, ...study } = others;
  const part = partOf({
    ...study,
    ...(instanceNumber !== undefined && { instanceNumber }),
    ...(examSlices !== undefined && { examSlices }),
  });
  return {
    reportId: reply.id,
    patientId: reply.patient_id,
    ...personOf(reply.study),
    createdAt: reply.created_at,
    analysedBy: full_name || username || null,
    ...(date !== undefined && { exam: { date, time } }),
    ...(part !== undefined && { part }),
    ...widthOf(reply.study),
  };
}

const sexWords = { M: 'male', F: 'female', O: 'other sex' } as const;
const ageUnits: Readonly<Record<string, readonly [one: string, many: string]>> = {
  D: ['day', 'days'],
  W: ['week', 'weeks'],
  M: ['month', 'months'],
  Y: ['year', 'years'],
};

/** "54 years, female": `054Y` and `F` of the file. */
function personOf({
  patient_age: age,
  patient_sex: sex,
}: ReportReply['study']): Pick<ReportHeader, 'person'> {
  const [one = '', many = ''] = ageUnits[age?.at(-1) ?? ''] ?? [];
  const count = Number.parseInt(age ?? '', 10);
  const ageWords = many === '' || Number.isNaN(count) ? [] : [`${count} ${count === 1 ? one : many}`];
  const words = [...ageWords, ...(sex ? [sexWords[sex]] : [])];
  return words.length === 0 ? {} : { person: words.join(', ') };
}

/** Of a calibrated picture. What a mammogram's file tells is the size on the detector, not in the breast. */
function widthOf({ width, spacing_mm: spacing }: ReportReply['study']): Pick<ReportHeader, 'widthMm'> {
  return spacing?.kind === 'calibrated' ? { widthMm: width * spacing.x } : {};
}

/** The stored pictures of a report by role, as addresses the browser can load; a missing one is absent. */
export function reportImages(manifest: ModuleManifest, reply: ReportReply): ReportImages {
  const entries = Object.entries(manifest.imageFields).flatMap(([role, field]) => {
    const url = reply[field];
    return typeof url === 'string' && url !== '' ? [[role, resolveImageUrl(url)]] : [];
  });
  return Object.fromEntries(entries);
}

/** The label map of a stored report, as an address the browser can load; null where there is none. */
export function labelMapOf(manifest: ModuleManifest, { id, label_map_url }: ReportReply) {
  return label_map_url ? { manifest, reportId: id, url: resolveImageUrl(label_map_url) } : null;
}

/** As {@link labelMapOf}, with what the machine marked, whatever a reader made of it. */
export function machineLabelMapOf(manifest: ModuleManifest, reply: ReportReply) {
  const label_map_url = reply.machine_images?.label_map_url ?? reply.label_map_url;
  return labelMapOf(manifest, { ...reply, ...(label_map_url && { label_map_url }) });
}

/** The module's own fields of a reply. The reply came from JSON, so every value of it is a wire value. */
export function wireFields(reply: ReportReply): WireFields {
  return reply as WireFields;
}
