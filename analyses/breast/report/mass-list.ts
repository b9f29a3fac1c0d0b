import type { ReportDetail } from '@second-read/core/report/document';
import { numberOf, type ReportText } from '@second-read/core/report/report-text';

const sentence = /^(Mass \d+): (.+)$/s;

/** Each mass of a report with several; empty where there is one, whose details stand by themselves. */
export function massList(text: ReportText): ReportDetail[] {
  const masses = text.comments.flatMap((comment) => {
    const [, label, value] = sentence.exec(comment) ?? [];
    return label === undefined || value === undefined ? [] : [{ label, value }];
  });
  return numberOf(text, 'mass') === 1 && masses.length > 1 ? masses : [];
}

/** The comments but for those masses, which stand under the finding: one list, and all of them in it. */
export function otherComments(text: ReportText): readonly string[] {
  const listed = new Set(massList(text).map(({ label, value }) => `${label}: ${value}`));
  return text.comments.filter((comment) => !listed.has(comment));
}
