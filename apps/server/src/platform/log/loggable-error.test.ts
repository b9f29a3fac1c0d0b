import { DrizzleQueryError } from 'drizzle-orm/errors';
import { DatabaseError } from 'pg';
import { describe, expect, it } from 'vitest';
import { errorText, loggableError, loggableMessage } from './loggable-error.ts';

const user = '0190a000-0000-7000-8000-00000000abcd';
const patient = 'PAT-4711\n    at the clinic';

function failedBy(cause: Error): Error {
  return new DrizzleQueryError('select * from sessions where user_id = $1', [user, patient], cause);
}

const refused = new DatabaseError(`invalid input syntax for type uuid: "${patient}"`, 100, 'error');
refused.severity = 'ERROR';
refused.code = '22P02';
refused.detail = `Key (patient)=(${patient}) exists.`;

describe('the log entry of a failed statement', () => {
  it.each([
    ['a broken connection', failedBy(new Error('Connection terminated unexpectedly'))],
    ['an answer of the database', failedBy(refused)],
    ['an answer of the database, bare', refused],
    ['either within another error', new Error('A job failed.', { cause: failedBy(refused) })],
  ])('after %s holds neither statement nor parameters, in the log or on the terminal', (_what, error) => {
    for (const text of [JSON.stringify(loggableError(error)), errorText(error), loggableMessage(error)]) {
      for (const secret of [user, 'PAT-4711', 'at the clinic', 'select', 'params'])
        expect(text).not.toContain(secret);
    }
  });

  it('names the cause and the place', () => {
    const entry = loggableError(failedBy(new Error('Connection terminated unexpectedly')));
    expect(entry).toMatchObject({
      message: 'a statement failed',
      cause: { message: 'Connection terminated unexpectedly' },
    });
    // The log's serializer receives errors that are already loggable.
    expect(loggableError(entry)).toEqual(entry);
    expect(String(entry.stack)).toContain('loggable-error.test.ts');
    expect(errorText(failedBy(refused))).toContain('22P02');
  });
});
