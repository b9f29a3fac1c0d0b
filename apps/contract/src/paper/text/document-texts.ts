import type { ReportDocument } from '@second-read/core/report/document';
import { shapeArabic } from './arabic.ts';

/** Every string of a report, shaped as it will be printed: what decides which fonts are loaded. */
export function documentTexts(document: ReportDocument): string[] {
  const texts: string[] = [];
  collect(document, texts);
  return texts.map((text) => shapeArabic(text.normalize('NFC')));
}

function collect(value: unknown, into: string[]): void {
  if (typeof value === 'string') into.push(value);
  else if (typeof value === 'object' && value !== null)
    for (const child of Object.values(value)) collect(child, into);
}
