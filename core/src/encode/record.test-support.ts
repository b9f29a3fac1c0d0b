import type { LabelMap, Plane } from '../pixels/plane.ts';
import { abnormalStructure, anatomicalStructure, code, type ModuleCoding, ownCode } from '../reading/code.ts';
import type { AnyFinding, AnyReading } from '../reading/reading.ts';
import type { ReaderMeasurement } from '../review/measurements/reader-measurement.ts';
import type { ExamSegments } from './exam-segments.ts';
import type { CadView, ExportedMeasurement, ExportRecord } from './export-record.ts';

const mass = code('4147007', 'SCT', 'Mass');

const coding: ModuleCoding = {
  modality: 'MG',
  procedure: code('71651007', 'SCT', 'Mammography'),
  region: code('76752008', 'SCT', 'Breast'),
  findings: { mass, axilla: code('68171009', 'SCT', 'Axillary lymph node') },
  segments: {
    1: { category: anatomicalStructure, type: ownCode('FIBROGLANDULAR', 'Fibroglandular tissue') },
    2: { category: abnormalStructure, type: mass, finding: 'mass' },
    3: {
      category: anatomicalStructure,
      type: code('68171009', 'SCT', 'Axillary lymph node'),
      finding: 'axilla',
    },
  },
  cad: { mass: code('129793001', 'SCT', 'Mammography breast density') },
  descriptors: {
    shape: { concept: code('107644003', 'SCT', 'Shape'), values: { oval: code('84360004', 'SCT', 'Oval') } },
  },
  categories: { 4: code('397144001', 'SCT', 'Mammography assessment (Category 4) - Suspicious') },
};

const line = { reason: null, certainty: null, measurements: [], region: null, side: null };

const reading: AnyReading = {
  module: 'breast',
  version: 1,
  origin: 'engine',
  legible: true,
  input: { gate: 99.1, spacingKnown: true, file: { sides: 'file', isDeclared: true } },
  rules: [],
  texts: { conclusion: null, comments: [] },
  findings: [
    { ...line, id: 'mass-1', type: 'mass', state: 'found', certainty: 87.4, descriptors: { shape: 'oval' } },
    { ...line, id: 'axilla-1', type: 'axilla', state: 'not_assessed', reason: 'outside_view' },
  ],
  category: { state: 'final', value: 4 },
};

/** A made-up report with all that a report can have: found, not found, not assessed, coded, noted. */
export function exportRecord(changes: Partial<ExportRecord> = {}): ExportRecord {
  const patientId = changes.patientId ?? 'Ünal 漢字';
  return {
    reportId: 'breast-018f0000-0000-7000-8000-000000000001',
    patientId,
    createdAt: '2026-03-01T10:20:30.456Z',
    requestedBy: 'Ada Reader',
    organisation: 'Clinic',
    product: { name: 'Second Read', version: '0.1.0' },
    coding,
    findingTypes: [
      { id: 'mass', label: 'Mass', colour: '#2ECC71' },
      { id: 'axilla', label: 'Axilla', colour: '#FF69B4' },
    ],
    legend: { 0: 'background', 1: 'fibroglandular', 2: 'mass', 3: 'axillary node' },
    study: { width: 5, height: 3, spacingMm: { x: 0.5, y: 0.2, kind: 'calibrated' } },
    uid: (name) => `2.25.${[...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e12, 7)}`,
    document: {
      module: 'breast',
      title: 'Medical Image Analysis Report',
      header: { reportId: 'breast-1', patientId, createdAt: null, analysedBy: 'Ada Reader' },
      images: [],
      findings: [
        {
          type: 'mass',
          label: 'Mass',
          colour: '#2ECC71',
          found: true,
          confidence: 87.4,
          details: [
            { label: 'Shape', value: 'Oval', descriptor: 'shape' },
            { label: 'Measurement', value: '12 mm' },
          ],
        },
        {
          type: 'axilla',
          label: 'Axilla',
          colour: '#FF69B4',
          found: false,
          confidence: 99,
          confidenceNote: 'fixed display value',
          details: [],
          note: 'Not assessed: this view shows no axillary field.',
        },
      ],
      assessment: {
        heading: 'Assessment',
        category: {
          label: 'BI-RADS 4',
          value: 4,
          words: 'Suspicious',
          management: 'Tissue diagnosis (biopsy) is usually considered.',
          severity: 'urgent',
        },
        comments: ['=1+1 is no formula, "quoted",\nsecond line'],
        trace: [],
      },
      disclaimer: 'To be reviewed.',
      notice: 'Research use only. Not for primary diagnosis.',
      fileName: 'report-{timestamp}.pdf',
    },
    reading,
    ...changes,
  };
}

/** A picture that came from an archive, and what the archive says of its study. */
export const archived: Partial<ExportRecord> = {
  source: {
    studyUid: '1.2.840.99.1',
    seriesUid: '1.2.840.99.1.2',
    sopClassUid: '1.2.840.10008.5.1.4.1.1.1.2',
    sopInstanceUid: '1.2.840.99.1.2.3',
  },
  archived: {
    patientName: 'Doe^Jane=漢字',
    patientBirthDate: '19700101',
    patientSex: 'F',
    studyDate: '20260102',
    studyTime: '101112.5',
    accessionNumber: 'A-17',
    referringPhysician: 'Ref^Doc',
    studyId: 'S1',
    studyDescription: 'MAMMOGRAPHY',
  },
  uid: (name) => (name === 'study' ? '1.2.840.99.1' : exportRecord().uid(name)),
};

/** Classes 1 and 2; 3 does not occur. An odd number of pixels, so that frames do not end with a byte. */
export const labels: LabelMap = {
  width: 5,
  height: 3,
  data: Uint8Array.from([0, 1, 1, 0, 0, 1, 2, 2, 1, 0, 0, 2, 1, 0, 0]),
};

export const picture: Plane<Uint8Array> = {
  width: 5,
  height: 3,
  data: Uint8Array.from({ length: 15 }, (_, i) => i * 17),
};

/** The reading of a record, each of its findings changed alike. */
export function withFindings({ reading }: ExportRecord, changes: Partial<AnyFinding>): AnyReading | null {
  if (!reading) return null;
  return {
    ...reading,
    findings: reading.findings.map((finding) => ({ ...finding, reason: null, ...changes })),
  };
}

/** An exam of a chest with two lesions on three slices of one series, the second measured on one. */
export function examRecord(changes: Partial<ExportRecord> = {}): ExportRecord {
  const base = exportRecord(archived);
  const lesion = { ...line, type: 'mass', state: 'found' as const, side: 'left' as const };
  const volume = { quantity: 'volume', value: 12_400, unit: 'mm3', method: null } as const;
  const diameter = { quantity: 'mean_diameter', value: 31.2, unit: 'mm', method: null } as const;
  const slice = (number: number, findings: readonly string[]) => ({
    studyUid: '1.2.840.99.1',
    seriesUid: '1.2.3.4.5',
    sopClassUid: '1.2.840.10008.5.1.4.1.1.2',
    sopInstanceUid: `1.2.3.4.5.${number}`,
    place: number - 1,
    findings,
  });
  const { assessment: _none, ...document } = base.document;
  return {
    ...base,
    document: {
      ...document,
      kind: 'exam',
      findings: [],
      table: {
        head: ['Finding', 'Observation'],
        rows: [
          ['Mass 1', 'Left, 31.2 mm, 12.4 ml, slices 1 to 2', 'mass-1'],
          ['Mass 2', 'Left, 31.2 mm, slice 3', 'mass-2'],
          ['Axilla', 'Not detected', 'axilla-1'],
        ],
      },
      diagnosis: { heading: 'Conclusion', text: 'Two masses.' },
    },
    reading: {
      ...reading,
      category: null,
      findings: [
        { ...lesion, id: 'mass-1', measurements: [volume, diameter] },
        { ...lesion, id: 'mass-2', measurements: [diameter] },
        { ...line, id: 'axilla-1', type: 'axilla', state: 'not_found' },
      ],
    },
    slices: [slice(1, ['mass-1']), slice(2, ['mass-1']), slice(3, ['mass-2'])],
    ...changes,
  };
}

/** What the slices of that exam outline: its lesions and the organ, on slices 2.5 mm apart. */
export function examOutlines(changes: Partial<ExamSegments> = {}): ExamSegments {
  const slices = (examRecord().slices ?? []).map(
    ({ findings: _findings, place: _place, ...instance }, at) => ({
      ...instance,
      plane: {
        position: [-10.5, 20.25, 100 + 2.5 * at] as const,
        rowDirection: [1, 0, 0] as const,
        columnDirection: [0, 1, 0] as const,
      },
    }),
  );
  const lesion = { colour: '#2ECC71', coding: { category: abnormalStructure, type: mass } };
  const tissue = { category: anatomicalStructure, type: ownCode('FIBROGLANDULAR', 'Fibroglandular tissue') };
  const runs = (...each: number[]) => Int32Array.from(each);
  return {
    width: 5,
    height: 3,
    pixelMm: { x: 0.5, y: 0.2 },
    thicknessMm: 2,
    spacingMm: 2.5,
    frameOfReferenceUid: '1.2.3.4.9',
    slices,
    segments: [
      {
        ...{ ...lesion, name: 'finding-mass-1', label: 'Mass 1' },
        frames: [
          { slice: 0, runs: runs(1, 1, 3) },
          { slice: 1, runs: runs(1, 1, 4, 2, 2, 3) },
        ],
      },
      {
        ...{ ...lesion, name: 'finding-mass-2', label: 'Mass 2' },
        frames: [{ slice: 2, runs: runs(0, 4, 5) }],
      },
      {
        ...{ name: 'region-1', label: 'fibroglandular', colour: '#808080', coding: tissue },
        frames: [{ slice: 1, runs: runs(0, 0, 5, 1, 0, 1) }],
      },
    ],
    ...changes,
  };
}

/** Both views of both breasts; mass 1 shows on the left ones, mass 2 on one of them. */
export function cadViews(shown: readonly string[] = ['mass-1', 'mass-2']): CadView[] {
  const view = (number: number, side: CadView['side'], name: CadView['view'], findings: string[]) => ({
    ...{ studyUid: '1.2.840.99.1', seriesUid: `1.2.3.4.${number}`, sopInstanceUid: `1.2.3.4.${number}.1` },
    ...{ sopClassUid: '1.2.840.10008.5.1.4.1.1.1.2', side, view: name },
    marks: findings
      .filter((finding) => shown.includes(finding))
      .map((finding) => ({ finding, box: { x: 10 * number, y: 20, width: 8, height: 6 } })),
  });
  return [
    view(1, 'right', 'CC', []),
    view(2, 'right', 'MLO', []),
    view(3, 'left', 'CC', ['mass-1', 'mass-2']),
    view(4, 'left', 'MLO', ['mass-1']),
  ];
}

/** One of each kind, on the slices of `examRecord` and on a plane across them. */
export function readerMeasurements(): ExportedMeasurement[] {
  const uuid = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
  const at = (x: number, y: number) => ({ x, y });
  const pixelMm = { x: 0.5, y: 2 };
  const first = { image: { slice: 0 }, pixelMm };
  const third = { image: { slice: 2 }, pixelMm, unit: 'HU' } as const;
  const cut = { plane: 'coronal', across: 120, slabMm: 0 } as const;
  const all: ReaderMeasurement[] = [
    { ...first, id: uuid(1), tool: 'length', points: [at(0, 0), at(3, 4)] },
    { ...first, id: uuid(2), tool: 'angle', points: [at(4, 0), at(0, 0), at(4, 1)] },
    {
      ...{ ...third, id: uuid(3), tool: 'ellipse', points: [at(2, 4), at(2, 0), at(1, 2), at(3, 2)] },
      statistics: { mean: 7.4, sd: 4.03, min: 1, max: 14 },
    },
    { ...third, id: uuid(4), tool: 'probe', points: [at(1.5, 2)], values: [-812] },
    { ...first, id: uuid(6), tool: 'arrow', points: [at(1, 1), at(4, 3)], text: 'Surgical clip' },
    { ...first, id: uuid(5), image: { cut }, tool: 'length', points: [at(0, 0), at(3, 4)] },
  ];
  return all.map((measurement) => {
    const { slice = 0, cut: plane } = measurement.image;
    return { measurement, imageName: plane ? 'Coronal plane 121' : `Slice ${slice + 1}` };
  });
}

/** Two slices of that exam in one window each, and a plane across them. */
export const keyImages = () => [
  { name: 'Slice 1, W 1500 L -600 HU', slice: 0 },
  { name: 'Slice 3, W 400 L 40 HU', slice: 2 },
  { name: 'Coronal plane 121, W 1500 L -600 HU' },
];
