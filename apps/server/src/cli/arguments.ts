import { parseArgs } from 'node:util';
import { UsageError } from './usage-error.ts';

/** Options that take a text each, and the other arguments. Throws `UsageError` for any other option. */
export function parseTextOptions<Name extends string>(
  args: readonly string[],
  names: readonly Name[],
): { values: Readonly<Partial<Record<Name, string>>>; positionals: readonly string[] } {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    return { values: values as Partial<Record<Name, string>>, positionals };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Throws `UsageError`. */
export function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new UsageError(`${name} takes a whole number from ${min} to ${max}, not ${text}`);
}
