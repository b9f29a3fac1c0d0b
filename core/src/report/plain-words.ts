import type { ReportDocument } from './document.ts';
import { listed } from './sentences.ts';

/** What a module says to a patient. Short sentences, no terms. */
export interface PlainWords {
  /** "one picture of your breast", after "A computer program looked at". */
  readonly picture: string;
  /** By finding type, or by the label of a row: what was marked, after "It marked". */
  readonly found: Readonly<Record<string, string>>;
  /** What a mark can be, and that it need not be an illness. */
  readonly meaning: string;
  /** What to do at once where the result is urgent; the doctor decides. */
  readonly urgent: string;
}

/** A report for the patient who holds it: what was done, what was marked, what it means and who decides. */
export function plainSummary(document: ReportDocument, words: PlainWords, isUrgent: boolean): string[] {
  const marked = markedOf(document, words);
  return [
    `A computer program looked at ${words.picture}.`,
    ...(marked.length === 0
      ? ['It marked nothing. That does not prove that you are healthy.']
      : [`It marked ${listed(marked)}.`, words.meaning]),
    ...(isUrgent ? [words.urgent] : []),
    signedWords(document),
    'Please talk about it with your doctor. They know you and decide what comes next.',
  ];
}

function signedWords({ isSigned, replacedBy }: ReportDocument): string {
  if (replacedBy !== undefined)
    return `This is an old version of the report: a doctor has replaced it by version ${replacedBy}.`;
  return isSigned ? 'A doctor has checked and signed this report.' : 'No doctor has signed this report yet.';
}

function markedOf({ findings, table }: ReportDocument, { found }: PlainWords): string[] {
  const seen = findings
    .filter((finding) => finding.found)
    .flatMap(({ type, label }) => found[label] ?? found[type] ?? []);
  const labels = (table?.rows ?? [])
    .filter(([, , , isFound]) => isFound)
    .map(([label]) => label.replace(/ \d+$/, ''));
  return [...new Set([...seen, ...labels.flatMap((key) => found[key] ?? [])])];
}
