import { manifest as brain } from '@second-read/analyses/brain-ct/manifest';
import { manifest as breast } from '@second-read/analyses/breast/manifest';
import { documentOf, readingOf } from '@second-read/analyses/stored-reading';
import type { ReportDocument, ReportHeader } from '@second-read/core/report/document';
import sampleAddress from '../../../web/public/samples/cervix/aceto_C60Aceto_3.jpg?inline';
import type { PdfPicture } from './pictures/picture.ts';
import { documentTexts } from './text/document-texts.ts';
import { neededFonts } from './text/fonts.ts';

const fontFiles = import.meta.glob<string>('../../fonts/*.ttf', { query: '?inline', import: 'default' });

/** The named fonts from the source folder, as the worker would fetch them. */
export async function readFonts(document: ReportDocument): Promise<ReadonlyMap<string, ArrayBuffer>> {
  const names = [...neededFonts(documentTexts(document))];
  return new Map(await Promise.all(names.map(async (name) => [name, await readFont(name)] as const)));
}

async function readFont(name: string): Promise<ArrayBuffer> {
  const load = fontFiles[`../../fonts/${name}.ttf`];
  if (!load) throw new Error(`No font ${name}`);
  return bytesOf(await load()).buffer;
}

/** The bytes of a `data:` address in base64. */
function bytesOf(address: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (character) =>
    character.charCodeAt(0),
  );
}

const jpeg = bytesOf(sampleAddress);

/** A picture of the sample gallery with its true size. */
export const cervixPicture: PdfPicture = { jpeg, ...jpegSize(jpeg), loaded: true };

function jpegSize(bytes: Uint8Array): { width: number; height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 2;
  while (at < bytes.length) {
    const marker = view.getUint16(at);
    if (marker >= 0xffc0 && marker <= 0xffc2)
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  throw new Error('No frame header in the JPEG');
}

export const header: ReportHeader = {
  reportId: 'breast-7f3a',
  patientId: '0042',
  createdAt: '2026-03-01T09:30:12.000Z',
  analysedBy: 'Dr. Ana Pérez',
};

export const breastDocument = documentOf(
  readingOf({
    module: 'breast',
    wire: {
      report_text: [
        'birads_cat:4',
        'mass:1',
        'mass_confidence:87.44',
        'mass_definition:3',
        'mass_density:3',
        'mass_shape:3',
        'mass_calcification:0',
        'axilla_findings:0',
        'calcification:1',
        'acr_breast_density:2',
      ],
    },
  }),
  header,
);

export const lungDocument = documentOf(
  readingOf({
    module: 'lung',
    wire: { report_text: ['nodule:1', 'nodule_confidence:71.2', 'region_affected:Right lung', 'volume:1.2'] },
  }),
  { ...header, reportId: 'lung-1' },
);

export const cervixDocument = documentOf(readingOf({ module: 'cervix', wire: { findings: [] } }), {
  ...header,
  reportId: 'cervix-1',
});

/** The brain's document as its module would word it, with one observation missing. */
export const brainDocument: ReportDocument = {
  ...breastDocument,
  module: 'brain-ct',
  title: 'Brain CT Report',
  header: { ...header, reportId: 'brain-1', analysedBy: null },
  images: [{ role: 'original', label: 'CT Image' }],
  findings: [],
  table: {
    head: ['Finding', 'Observation'],
    rows: [
      ['Sulcation', 'Normal'],
      ['Hypodense areas', ''],
      ['Midline shift', '6.2 mm to the left'],
    ],
  },
  diagnosis: { heading: 'Diagnosis', text: 'Extra-axial hemorrhage suspected.' },
  assessment: { heading: 'Limits', comments: [], trace: [] },
  disclaimer:
    'This report is automatically generated and must be reviewed by a licensed medical professional.',
  fileName: brain.pdfFileName,
};

export const breastFileName = breast.pdfFileName;
