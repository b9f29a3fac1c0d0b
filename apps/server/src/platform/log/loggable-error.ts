/**
 * An error as it may be logged. Database errors carry the statement's values (patient IDs) in their
 * message and detail, so only code, table and constraint of those are kept.
 */
export function loggableError(error: unknown): Record<string, unknown> {
  if (isLoggable(error)) return error;
  const made = describe(error);
  loggable.add(made);
  return made;
}

/** Marks errors made here: the log's serializer may receive them again. */
const loggable = new WeakSet<object>();

function isLoggable(error: unknown): error is Record<string, unknown> {
  return typeof error === 'object' && error !== null && loggable.has(error);
}

function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return foreignError(error);
  const database = databaseErrorIn(error);
  if (database) {
    const { code, table, constraint } = database;
    return { kind: 'database', code, table, constraint, stack: framesOf(error) };
  }
  const code = 'code' in error ? error.code : undefined;
  const cause = error.cause === undefined ? undefined : loggableError(error.cause);
  return { kind: error.name, code, message: loggableMessage(error), stack: framesOf(error), cause };
}

/** An error's own message, unless it may hold values of a statement: patient IDs, users, sessions. */
export function loggableMessage(error: Error): string {
  // Drizzle's message is the statement and its parameters, whatever the cause.
  if (error.message.startsWith('Failed query:')) return 'a statement failed';
  return isDatabaseError(error) ? `the database answered with ${error.code}` : error.message;
}

/** An error as text for a terminal, under the same rule. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return `an error of type ${typeof error}`;
  const cause = error.cause === undefined ? '' : `\ncaused by ${errorText(error.cause)}`;
  return `${error.name}: ${loggableMessage(error)}\n${framesOf(error) ?? ''}${cause}`;
}

/** An error from a thread may have lost its class. */
function foreignError(error: unknown): Record<string, unknown> {
  if (typeof error !== 'object' || error === null) return { kind: typeof error };
  const { name, code, message } = error as { name?: unknown; code?: unknown; message?: unknown };
  return { kind: typeof name === 'string' ? name : 'object', code, message };
}

export interface DatabaseError {
  readonly code: string;
  readonly table?: string;
  readonly constraint?: string;
}

/** What PostgreSQL answers has a SQLSTATE of five characters and a severity. */
function isDatabaseError(error: Error): error is Error & DatabaseError {
  return 'severity' in error && 'code' in error && typeof error.code === 'string';
}

/** The PostgreSQL error in a chain of causes. */
export function databaseErrorIn(error: unknown): DatabaseError | undefined {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if (isDatabaseError(each)) {
      const { code, table, constraint } = each;
      return { code, ...(table ? { table } : {}), ...(constraint ? { constraint } : {}) };
    }
  }
  return undefined;
}

/** The stack frames without the message above them. */
function framesOf(error: Error): string | undefined {
  return error.stack
    ?.replace(error.message, '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .join('\n');
}
