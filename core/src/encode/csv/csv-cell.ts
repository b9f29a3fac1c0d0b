/**
 * Every cell quoted. What a spreadsheet would take for a formula (a user agent is of the caller's choice)
 * gets an apostrophe in front, as OWASP advises; that holds for full-width signs as well.
 */
export function csvCell(value: string | number | null): string {
  const text = String(value ?? '');
  const isFormula = /^[\s\p{Cc}]*[=+\-@＝＋－＠|%]/u.test(text) || /^[\t\r\n]/.test(text);
  return `"${(isFormula && typeof value !== 'number' ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** One line of cells, ended as RFC 4180 says. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
