import type { ExportRecord } from '../export-record.ts';
import { codeItem, commonModules } from './common-modules.ts';
import { writeFile } from './write-file.ts';

/** Whether bytes begin like a PDF and have the end mark of one among their last thousand. */
export function isPdf(bytes: Uint8Array): boolean {
  return textOf(bytes.subarray(0, 5)) === '%PDF-' && textOf(bytes.subarray(-1024)).includes('%%EOF');
}

/** Encapsulated PDF (PS3.3 A.45.1) with the report's patient and study. The PDF is kept as it is. */
export function writeEncapsulatedPdf(record: ExportRecord, pdf: Uint8Array): Uint8Array {
  const { title } = record.document;
  return writeFile({
    ...commonModules(record, { instance: 'document', modality: 'DOC', description: title }),
    ConversionType: 'WSD',
    AcquisitionDateTime: '',
    BurnedInAnnotation: 'YES',
    DocumentTitle: title,
    ConceptNameCodeSequence: [
      codeItem({ value: '18748-4', scheme: 'LN', meaning: 'Diagnostic imaging study' }),
    ],
    MIMETypeOfEncapsulatedDocument: 'application/pdf',
    EncapsulatedDocument: pdf,
    EncapsulatedDocumentLength: pdf.length,
  });
}

function textOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
