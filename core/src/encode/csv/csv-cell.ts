/**
 * Every cell quoted. What a spreadsheet would take for a formula (a user agent is of the caller's choice)
 * gets an apostrophe in front, as OWASP advises; that holds for full-width signs as well.
 */
export function csvCell(value: string | number | null): string {
  const text = String(value ?? '');
  const isFormula = /^[\s\p{Cc}]*[=+\-@＝＋－＠|%]/u.test(text) || /^[\t\r\n]/.test(text);
  return `"${(isFormula && typeof value !== 'number' ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** Says to spreadsheet programs that a file is UTF-8; begins each CSV file. */
export const byteOrderMark = '\ufeff';

/** An ID: text, whatever it looks like. */
export interface IdCell {
  readonly id: string | null;
}

/**
 * An ID that spreadsheet programs would take for a number or a date and change (`0042`, `12E5`, `1-2`,
 * `3/MAR`) is written as a formula of that text alone, which they show as it is.
 */
function idCell({ id }: IdCell): string {
  const text = id ?? '';
  const isChanged =
    /^\s*[+-]?0\d/.test(text) ||
    /^\s*[+-]?\d{12,}\s*$/.test(text) ||
    /^\s*[+-]?[\d.,]+e[+-]?\d+\s*$/i.test(text) ||
    /^\s*\d[\d\s]*[.,/:-][\d\s.,/:-]*$/.test(text) ||
    /^\s*(\d+[\s./-]*)?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[\s./-]*\d*\s*$/i.test(text);
  if (!isChanged) return csvCell(id);
  return `"=""${text.replaceAll('"', '""""')}"""`;
}

/** One line of cells, ended as RFC 4180 says. */
export function csvLine(cells: readonly (string | number | null | IdCell)[]): string {
  const written = cells.map((cell) =>
    typeof cell === 'object' && cell !== null ? idCell(cell) : csvCell(cell),
  );
  return `${written.join(',')}\r\n`;
}
