import type { ReportModule } from '@second-read/core/analysis/report-module';
import { noHeader } from '@second-read/core/report/document';
import { urgencyOfFindings } from '@second-read/core/report/urgency';
import { inHistoryWords } from './report/history-words.ts';
import { toDocument } from './report/to-document.ts';
import { toWire } from './report/to-wire.ts';

/** Suspicion without a place: after every category 4 (60 and more), before 3. */
const incompleteUrgency = 58;

/** How the breast module words its results: `report_text` on the wire, one document for screen and paper. */
export const report: ReportModule = {
  toWire,
  toDocument,
  inHistory: inHistoryWords,
  urgencyOf: (wire) => {
    const document = toDocument(wire, noHeader);
    // The kind of tissue is told of every breast: it is nothing that was found.
    const findings = document.findings.filter(({ type }) => type !== 'breast tissue');
    const { category } = document.assessment ?? {};
    if (category?.value === 0 && category.severity !== 'pending')
      return { value: incompleteUrgency, level: 'finding', words: category.words };
    return urgencyOfFindings({ ...document, findings });
  },
};
