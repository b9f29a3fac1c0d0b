import type { ExportRecord } from '../export-record.ts';
import { codeItem, commonModules } from './common-modules.ts';
import { writeFile } from './write-file.ts';

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
