import type { WireFields, WireValue } from '@second-read/core/analysis/report-module';
import { line } from '@second-read/core/report/report-text';

/** The module's own `report_text`, else its other fields in the same `key:value` form. */
export function reportText(wire: WireFields): readonly string[] {
  const own = wire.report_text;
  if (Array.isArray(own) && own.length > 0) return own.map(String);
  return Object.entries(wire).flatMap(([key, value]) => linesOf(key, value));
}

/** `scores` have a separate field. */
function linesOf(key: string, value: WireValue | undefined): string[] {
  if (key === 'scores' || value === null || value === undefined) return [];
  if (isPlain(value)) return [line(key, String(value))];
  if (isList(value)) return value.flatMap((entry) => listedLines(key, entry));
  return Object.entries(value).flatMap(([name, part]) => linesOf(`${key}_${name}`, part));
}

/** `comments` and `trace` as in every other module's text; a finding by its type, then its fields. */
function listedLines(key: string, entry: WireValue): string[] {
  if (entry === null || isPlain(entry)) return linesOf(key.replace(/s$/, ''), entry);
  if (isList(entry) || typeof entry.type !== 'string') return [];
  const { type, found, confidence, clinical_note: note, ...descriptors } = entry;
  const name = String(type).replaceAll(' ', '_');
  return [
    ...linesOf(name, found),
    ...linesOf(`${name}_confidence`, confidence),
    ...Object.entries(descriptors).flatMap(([field, value]) => linesOf(field, value)),
    ...linesOf(`${name}_note`, note),
  ];
}

function isList(value: WireValue): value is readonly WireValue[] {
  return Array.isArray(value);
}

function isPlain(value: WireValue): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
