/** The `report_text` of the specification: 'key:value' strings, numeric values read as numbers. */
export type ReportTextValue = string | number;

export interface ReportText {
  /** Last value per key. */
  readonly values: ReadonlyMap<string, ReportTextValue>;
  /** Texts of the repeatable keys, in order, never read as numbers. */
  readonly comments: readonly string[];
  readonly trace: readonly string[];
}

const numeric = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Reads a list of 'key:value' strings; entries that are no such string are passed over. */
export function readReportText(lines: unknown): ReportText {
  const values = new Map<string, ReportTextValue>();
  const comments: string[] = [];
  const trace: string[] = [];
  for (const line of Array.isArray(lines) ? lines : []) {
    if (typeof line !== 'string') continue;
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const key = line.slice(0, colon).trim();
    const text = line.slice(colon + 1).trim();
    if (key === 'comment') comments.push(text);
    else if (key === 'trace') trace.push(text);
    else values.set(key, numeric.test(text) ? Number(text) : text);
  }
  return { values, comments, trace };
}

export function numberOf(text: ReportText, key: string): number | null {
  const value = text.values.get(key);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export function stringOf(text: ReportText, key: string): string | null {
  const value = text.values.get(key);
  return value === undefined || value === '' ? null : String(value);
}

/** One 'key:value' line; line breaks would split an entry for other readers, so they become spaces. */
export function line(key: string, value: string | number): string {
  return `${key}:${String(value).replace(/\s+/g, ' ').trim()}`;
}

/**
 * Lines of what was stated, in order; nothing for a value that is null or undefined, 1 and 0 for yes and no.
 */
export function linesOf(entries: readonly (readonly [key: string, value: Stated])[]): string[] {
  return entries.flatMap(([key, value]) =>
    value === null || value === undefined
      ? []
      : [line(key, typeof value === 'boolean' ? Number(value) : value)],
  );
}

type Stated = ReportTextValue | boolean | null | undefined;
