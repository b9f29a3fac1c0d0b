import {
  type EveryReportReply,
  type ExamSlicesReply,
  everyReportReply,
  examSlicesReply,
  type PriorsReply,
  priorsReply,
  type ReportDay,
  type ReportFacet,
  type ReportReply,
  type ReportsReply,
  reportReply,
  reportsReply,
} from '@second-read/contract/reports';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { ImageRole } from '@second-read/core/report/document';
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

const rows = z.array(z.unknown());
const paged = reportsReply.extend({ results: rows });
const allRows = z.union([
  z.object({ results: rows }).transform(({ results }) => results),
  z.object({ data: rows }).transform(({ data }) => data),
  rows,
]);

/**
 * A list is paged, within `results` or `data`, or as it is: what is not paged is one page. An item needs no
 * more than the fields of the specification; a broken one is shown as what cannot be opened.
 */
function listReply({ id }: ModuleManifest) {
  return z.union([paged, allRows.transform(onePage)]).transform(
    ({ results, ...page }): ReportsReply => ({
      ...page,
      results: results.map((item, at) => readItem(id, item) ?? unreadableItem(id, at)),
    }),
  );
}

function onePage(results: unknown[]): z.infer<typeof paged> {
  return { count: results.length, page: 1, page_size: Math.max(results.length, 1), has_more: false, results };
}

const unknownStudy = { width: 0, height: 0, format: '', bits_stored: 0, spacing_mm: null };

/** Ids may be numbers; null where the item cannot be shown. */
function readItem(module: ModuleManifest['id'], item: unknown): ReportReply | null {
  if (typeof item !== 'object' || item === null) return null;
  const { id, created_at: created, ...fields } = { id: null, created_at: '', ...item };
  const filled = { module, created_at: created, updated_at: created, study: unknownStudy, ...fields };
  const parsed = reportReply.safeParse({ ...filled, id: typeof id === 'number' ? String(id) : id });
  return parsed.success ? parsed.data : null;
}

function unreadableItem(module: ModuleManifest['id'], at: number): ReportReply {
  const facts = { id: `unreadable-${at + 1}`, patient_id: '', created_at: '', updated_at: '' };
  return { ...facts, module, study: unknownStudy, unreadable: true };
}

/** One page of reports, newest first: the user's own, or the organisation's. */
export async function fetchReports(query: ReportsQuery, signal?: AbortSignal): Promise<ReportsReply> {
  const { manifest, scope, page, after, pageSize, q } = query;
  const search = new URLSearchParams({ page: String(page), page_size: String(pageSize), q });
  if (after !== undefined) search.set('after', after);
  const path = `/api/${manifest.apiPath}/${scope}-reports/?${search}`;
  return request(path, { schema: listReply(manifest), ...(signal && { signal }) });
}

/** The reports of all modules, or of one, by what they are narrowed by; `pageSize` 0: counts alone. */
export interface EveryReportsQuery {
  readonly module: string | null;
  readonly scope: ReportScope;
  readonly page: number;
  readonly pageSize: number;
  readonly q: string;
  readonly facets: Facets;
}

/** Chosen values of facets, and days; what is not chosen is absent. */
export type Facets = Readonly<Partial<Record<ReportFacet | ReportDay, string>>>;

export async function fetchEveryReport(
  { module, scope, page, pageSize, q, facets }: EveryReportsQuery,
  signal?: AbortSignal,
): Promise<EveryReportReply> {
  const search = new URLSearchParams({ scope, page: `${page}`, page_size: `${pageSize}`, q, ...facets });
  if (module !== null) search.set('module', module);
  return request(`/api/reports/?${search}`, { schema: everyReportReply, ...(signal && { signal }) });
}

/** One stored report with freshly signed image links. */
const ofVersion = (version: number | undefined) => (version === undefined ? '' : `?version=${version}`);

/** As the version in force has it, or as an earlier one was signed. */
export function fetchReport(
  manifest: ModuleManifest,
  id: string,
  signal?: AbortSignal,
  version?: number,
): Promise<ReportReply> {
  const path = `/api/${manifest.apiPath}/reports/${encodeURIComponent(id)}/${ofVersion(version)}`;
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
  /** Of the stored DICOM file, with its frame; null where the slice came as another kind of file. */
  readonly dicom: { readonly url: string; readonly frame: number | null } | null;
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
export async function fetchExamSlices(
  id: string,
  signal?: AbortSignal,
  version?: number,
): Promise<ExamSlicePicture[]> {
  const path = `/api/reports/${encodeURIComponent(id)}/slices/${ofVersion(version)}`;
  const slices = await request(path, { schema: examSlicesReply, ...(signal && { signal }) });
  return slices.map(({ file, pixel_mm: pixelMm, geometry, hanging, ...links }) => {
    const { original_url: url, label_map_url: labels, machine_label_map_url: machine = labels } = links;
    const { dicom_url: dicom, frame = null } = links;
    return {
      ...{
        file,
        url: resolveImageUrl(url),
        dicom: dicom === undefined ? null : { url: resolveImageUrl(dicom), frame },
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

/** The stored pictures of a report by role, as addresses the browser can load; a missing one is absent. */
export function reportImages(manifest: ModuleManifest, reply: ReportReply): ReportImages {
  const entries = Object.entries(manifest.imageFields).flatMap(([role, field]) => {
    const url = reply[field];
    return typeof url === 'string' && url !== '' ? [[role, resolveImageUrl(url)]] : [];
  });
  return Object.fromEntries(entries);
}

/** As {@link reportImages}, with what the machine showed, whatever a reader made of it. */
export function machineImages(manifest: ModuleManifest, reply: ReportReply): ReportImages {
  return reportImages(manifest, { ...reply, ...reply.machine_images });
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
