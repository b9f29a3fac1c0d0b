/**
 * An error as it may be logged. Database errors carry the statement's values (patient IDs) in their
 * message and detail, so only code, table and constraint of those are kept.
 */
export function loggableError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return foreignError(error);
  const database = databaseErrorIn(error);
  if (database) {
    const { code, table, constraint } = database;
    return { kind: 'database', code, table, constraint, stack: framesOf(error) };
  }
  const code = 'code' in error ? error.code : undefined;
  const cause = error.cause === undefined ? undefined : loggableError(error.cause);
  return { kind: error.name, code, message: error.message, stack: framesOf(error), cause };
}

/** What came out of a thread may have lost its class on the way. */
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

/** The PostgreSQL error in a chain of causes: five characters of SQLSTATE and a severity tell it. */
export function databaseErrorIn(error: unknown): DatabaseError | undefined {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if ('severity' in each && 'code' in each && typeof each.code === 'string') {
      const { table, constraint } = each as { table?: string; constraint?: string };
      return { code: each.code, ...(table ? { table } : {}), ...(constraint ? { constraint } : {}) };
    }
  }
  return undefined;
}

/** Where it was thrown, without the message that stands above the frames. */
function framesOf(error: Error): string | undefined {
  return error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .join('\n');
}
