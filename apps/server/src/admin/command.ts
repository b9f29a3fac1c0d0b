import type { AdminContext } from '../modules/accounts/index.ts';

export interface AdminCall {
  /** Words after the command's own. */
  readonly words: readonly string[];
  /** `--name value`; empty for a flag. */
  readonly options: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
}

export interface AdminCommand {
  /** As shown by `help`: words, <wanted words>, --options. */
  readonly usage: string;
  readonly explanation: string;
  /** Names of options that it knows; those with a question mark may be left out. */
  readonly options?: readonly string[];
  /**
   * It seals nothing and says by itself which key is missing; the others refuse to run without the keys of
   * what is stored.
   */
  readonly worksWithoutKeys?: true;
  /** Resolves to the exit status. */
  readonly run: (call: AdminCall, context: AdminContext) => Promise<number>;
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Splits `--name value` and `--flag` from the words. */
export function parseCall(args: readonly string[]): Omit<AdminCall, 'say'> {
  const words: string[] = [];
  const options: Record<string, string> = {};
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    if (!arg.startsWith('--')) words.push(arg);
    else if (arg.includes('=')) options[arg.slice(2, arg.indexOf('='))] = arg.slice(arg.indexOf('=') + 1);
    else if (args[index + 1] === undefined || args[index + 1]?.startsWith('--')) options[arg.slice(2)] = '';
    else {
      index += 1;
      options[arg.slice(2)] = args[index] ?? '';
    }
  }
  return { words, options };
}

export function checkOptions(command: AdminCommand, { words, options }: Omit<AdminCall, 'say'>): void {
  const accepted = command.options ?? [];
  const names = accepted.map((name) => name.replace('?', ''));
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new UsageError(`Unknown option --${unknown}.`);
  const missing = accepted.find((name) => !name.endsWith('?') && !options[name]);
  if (missing !== undefined) throw new UsageError(`--${missing} is required.`);
  const wanted = command.usage.replaceAll(/--\S+ <[^>]+>/g, '').match(/<[^>]+>/g);
  if (words.length !== (wanted?.length ?? 0))
    throw new UsageError(`It takes ${wanted?.join(' ') ?? 'no words'}.`);
}
