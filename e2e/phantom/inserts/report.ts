import type { ReportModule } from '@second-read/core/analysis/report-module';
import type { ReportDocument, ReportHeader } from '@second-read/core/report/document';
import { manifest } from './manifest.ts';
import type { PhantomReading } from './reading.ts';

function toDocument(reading: PhantomReading, header: ReportHeader): ReportDocument {
  const diameters = foundDiameters(reading);
  const isFound = diameters.length > 0;
  return {
    module: manifest.id,
    title: 'Phantom Analysis Report',
    header,
    images: [
      { role: 'original', label: 'Original Image' },
      { role: 'segmented', label: 'Segmented Image' },
    ],
    findings: manifest.findingTypes.map(({ id, label, colour }) => ({
      ...{ type: id, label, colour, found: isFound, confidence: null },
      details: diameters.map((px, at) => ({
        label: `Insert ${at + 1}`,
        value: `diameter ${px.toFixed(1)} px`,
      })),
    })),
    disclaimer: 'For tests of the product only.',
    notice: 'Research use only. Not for primary diagnosis.',
    fileName: manifest.pdfFileName.replace('{patientId}', header.patientId ?? 'N-A'),
    diagnosis: {
      heading: 'Impression',
      text: isFound ? `Inserts found: ${diameters.length}.` : 'No insert found.',
    },
  };
}

function foundDiameters({ findings }: PhantomReading): number[] {
  return findings.flatMap(({ state, measurements }) =>
    state === 'found' ? measurements.map(({ value }) => value) : [],
  );
}

export const report: ReportModule<PhantomReading> = {
  toWire: (reading) => {
    const diameters = foundDiameters(reading);
    return {
      inserts: diameters.length > 0 ? diameters.map((px) => px.toFixed(1)).join(', ') : 'none',
    };
  },
  textsOf: ({ texts }) => texts,
  toDocument,
};
