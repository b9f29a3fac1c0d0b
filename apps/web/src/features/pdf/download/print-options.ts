import { z } from 'zod';
import { accountItem } from '../../../storage/browser-storage.ts';

/** What a printed report looks like beyond its content. */
export interface PrintOptions {
  readonly paper: 'a4' | 'letter';
  /** Whether a summary in plain words for the patient follows the report. */
  readonly plainWords: boolean;
}

const stored = z.object({ paper: z.enum(['a4', 'letter']), plainWords: z.boolean() }).partial();

/** Of this account in this browser: A4, but Letter where the language's countries print on it. */
export function printOptions(): PrintOptions {
  return { paper: usualPaper(navigator.language), plainWords: false, ...read() };
}

export function keepPrintOptions(options: PrintOptions): void {
  accountItem('printOptions').write(JSON.stringify(options));
}

/** Letter in the countries that print on it. */
export function usualPaper(language: string): PrintOptions['paper'] {
  return /-(US|CA|MX|PH|CL|CO|VE)\b/i.test(language) ? 'letter' : 'a4';
}

function read(): Partial<PrintOptions> {
  try {
    const parsed = stored.safeParse(JSON.parse(accountItem('printOptions').read() ?? '{}'));
    const { paper, plainWords } = parsed.data ?? {};
    return { ...(paper && { paper }), ...(plainWords !== undefined && { plainWords }) };
  } catch {
    return {};
  }
}
