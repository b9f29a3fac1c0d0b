import type { ReportModule } from '@second-read/core/analysis/report-module';
import { noHeader } from '@second-read/core/report/document';
import { urgencyOfFindings } from '@second-read/core/report/urgency';
import { toDocument } from './report/to-document.ts';
import { toWire } from './report/to-wire.ts';

/** How the cervix module words its results: `findings` and `swede` on the wire, one document for screen and paper. */
export const report: ReportModule = {
  toWire,
  toDocument,
  urgencyOf: (wire) => {
    const document = toDocument(wire, noHeader);
    // The cervix itself is outlined in every picture: it is nothing that was found.
    const findings = document.findings.filter(({ type }) => type !== 'cervical tissue');
    return urgencyOfFindings({ ...document, findings });
  },
};
