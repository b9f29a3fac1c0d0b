import type { ReportModule, WireFields } from '@second-read/core/analysis/report-module';
import type { ReportDocument, ReportHeader } from '@second-read/core/report/document';
import { manifest } from './manifest.ts';
import { diametersOf, type PhantomReading } from './reading.ts';

function toDocument(wire: WireFields, header: ReportHeader): ReportDocument {
  const diameters = diametersOf(wire) ?? [];
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

export const report: ReportModule<PhantomReading> = {
  toWire: ({ findings }) => {
    const diameters = findings.flatMap(({ state, measurements }) =>
      state === 'found' ? measurements.map(({ value }) => value) : [],
    );
    return {
      inserts: diameters.length > 0 ? diameters.map((px) => px.toFixed(1)).join(', ') : 'none',
    };
  },
  toDocument,
};
