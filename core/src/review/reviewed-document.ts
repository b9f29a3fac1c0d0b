import type { ReportDocument } from '../report/document.ts';
import { type Section, sections, sectionWords } from './change.ts';

type Written = Readonly<Partial<Record<Section, string>>>;

/**
 * The document with what a reader wrote: the impression in place of the proposed one, the other sections
 * after it, each under its heading.
 */
export function withWritten(document: ReportDocument, written: Written): ReportDocument {
  const { impression } = written;
  const others = sections.flatMap((section) => {
    const text = written[section];
    return section === 'impression' || text === undefined ? [] : [`${sectionWords[section]}: ${text}`];
  });
  const text = [impression ?? document.diagnosis?.text, ...others].filter((each) => each !== undefined);
  if (impression === undefined && others.length === 0) return document;
  const heading = document.diagnosis?.heading ?? sectionWords.impression;
  return { ...document, diagnosis: { heading, text: text.join('\n') } };
}
