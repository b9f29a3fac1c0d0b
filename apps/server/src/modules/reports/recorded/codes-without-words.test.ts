import { moduleOf } from '@second-read/analyses/catalogue';
import { anyReadingOf, documentOf } from '@second-read/analyses/stored-reading';
import { columnsOf, reportTableLine } from '@second-read/core/encode/csv/report-table';
import { contentLines, readElements } from '@second-read/core/encode/dicom/read-elements.test-support';
import { writeMammographyCad } from '@second-read/core/encode/dicom/sr/mammography-cad';
import { writeMeasurementReport } from '@second-read/core/encode/dicom/sr/measurement-report';
import type { ExportRecord } from '@second-read/core/encode/export-record';
import { fhirBundle } from '@second-read/core/encode/fhir/bundle';
import { noHeader, type ReportDocument } from '@second-read/core/report/document';
import { describe, expect, it } from 'vitest';
import { readingOfRow } from '../../earlier/index.ts';
import type { OldRow } from './old-row.test-support.ts';
import { oldRows } from './old-rows.test-support.ts';

const labels = { width: 6, height: 4, data: Uint8Array.from({ length: 24 }, (_, at) => at % 7) };

function recordOf({ module, wire }: OldRow): ExportRecord {
  const { manifest, coding } = moduleOf(module);
  const reading = readingOfRow({ module, wire });
  const { findingTypes, legend } = manifest;
  return {
    reportId: '1',
    patientId: '0042',
    createdAt: '2026-03-01T10:20:30.456Z',
    requestedBy: null,
    organisation: 'Clinic',
    product: { name: 'Second Read', version: '1' },
    document: documentOf(reading, noHeader),
    reading: anyReadingOf(reading),
    coding,
    findingTypes,
    legend,
    study: { width: 6, height: 4, spacingMm: null },
    uid: (name) => `2.25.${[...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e12, 7)}`,
  };
}

/** The same report in another language, with the display values of a server that measures nothing. */
function reworded(document: ReportDocument): ReportDocument {
  const { table, assessment, diagnosis } = document;
  return {
    ...document,
    findings: document.findings.map((line) => ({
      ...line,
      label: 'Otro hallazgo',
      confidence: 99,
      details: line.details.map((detail) => ({ ...detail, label: 'Rasgo', value: 'Otra palabra' })),
      ...(line.note !== undefined && { note: 'Otra nota.' }),
    })),
    ...(table && {
      table: { ...table, rows: table.rows.map(([, , ...rest]) => ['Línea', 'Texto', ...rest]) },
    }),
    ...(assessment && { assessment: { ...assessment, comments: ['Otro comentario.'] } }),
    ...(diagnosis && { diagnosis: { ...diagnosis, text: 'Otra conclusión.' } }),
  } as ReportDocument;
}

const isCoded = (line: string) => /\| (CODE|NUM) \|/.test(line);
const systemsIn = (text: string) => text.match(/"(system|code|value)":("[^"]*"|[\d.]+)/g);
const cellsOf = (line: string) => line.split('","');

/** Codes and numbers of every form, without words. */
function codesOf(record: ExportRecord, types: readonly string[]): unknown {
  const cad = writeMammographyCad(record, labels);
  const files = [writeMeasurementReport(record, labels), ...(cad ? [cad] : [])];
  const columns = { findings: types.map((id) => ({ id, label: id })), rows: [] };
  return {
    structured: files.flatMap((file) => contentLines(readElements(file).dataSet).filter(isCoded)),
    fhir: systemsIn(JSON.stringify(fhirBundle(record, labels).entry)),
    table: types.map((_, at) => cellsOf(reportTableLine(record, columns)).slice(5 + 3 * at, 7 + 3 * at)),
  };
}

const rows = oldRows.filter(({ module }) => moduleOf(module).reading).map((row) => [row.name, row] as const);

describe('codes, states and certainties of an exported report', () => {
  it.each(rows)('stay when the module words its report otherwise: %s', (_name, row) => {
    const record = recordOf(row);
    const types = columnsOf(record.document).findings.map(({ id }) => id);
    const other = { ...record, document: reworded(record.document) };
    expect(codesOf(other, types)).toEqual(codesOf(record, types));
  });

  it.each(rows)('never hold a value that is shown without being measured: %s', (_name, row) => {
    const record = recordOf(row);
    const measured = record.reading?.findings.map(({ certainty }) => certainty) ?? [];
    const [report] = [contentLines(readElements(writeMeasurementReport(record, labels)).dataSet)];
    const told = report.flatMap((line) => /Certainty of Finding \| ([\d.]+)/.exec(line)?.[1] ?? []);
    expect(told.filter((value) => !measured.includes(Number(value)))).toEqual([]);
  });
});
