import { z } from 'zod';

/** What a printed report looks like beyond its content. */
export interface PrintOptions {
  readonly paper: 'a4' | 'letter';
  /** Whether a summary in plain words for the patient follows the report. */
  readonly plainWords: boolean;
}

const stored = z.object({ paper: z.enum(['a4', 'letter']), plainWords: z.boolean() }).partial();
const key = 'print-options';

/** Of this browser: A4 but where the language's paper is Letter. */
export function printOptions(): PrintOptions {
  return { paper: usualPaper(navigator.language), plainWords: false, ...read() };
}

export function keepPrintOptions(options: PrintOptions): void {
  try {
    localStorage.setItem(key, JSON.stringify(options));
  } catch {
    // Without storage they hold until the page is left.
  }
}

/** Letter in the countries that print on it. */
export function usualPaper(language: string): PrintOptions['paper'] {
  return /-(US|CA|MX|PH|CL|CO|VE)\b/i.test(language) ? 'letter' : 'a4';
}

function read(): Partial<PrintOptions> {
  try {
    const parsed = stored.safeParse(JSON.parse(localStorage.getItem(key) ?? '{}'));
    const { paper, plainWords } = parsed.data ?? {};
    return { ...(paper && { paper }), ...(plainWords !== undefined && { plainWords }) };
  } catch {
    return {};
  }
}
