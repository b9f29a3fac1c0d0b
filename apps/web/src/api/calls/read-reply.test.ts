import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError } from './errors.ts';
import { readReply } from './read-reply.ts';

const schema = z.object({ n: z.number() });

function failure(status: number, body: string): ApiError {
  try {
    readReply(status, body, schema);
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error('nothing was thrown');
}

describe('a reply', () => {
  it('is parsed by its schema', () => {
    expect(readReply(200, '{"n":1}', schema)).toEqual({ n: 1 });
  });

  it('of 400 and above says what the server says', () => {
    const error = failure(403, '{"error":"No trials remaining","code":"no_trials_remaining"}');
    expect(error).toMatchObject({
      message: 'No trials remaining',
      serverMessage: 'No trials remaining',
      code: 'no_trials_remaining',
      status: 403,
    });
  });

  it('of 400 and above without words reads "Server error occurred"', () => {
    expect(failure(500, '{}')).toMatchObject({ message: 'Server error occurred', serverMessage: null });
  });

  it.each([
    [502, '<html>Bad gateway</html>'],
    [413, ''],
    [400, '"text"'],
    [500, '{"error":7}'],
  ])('of %i with the body %j reads "Server error occurred"', (status, body) => {
    expect(failure(status, body)).toMatchObject({
      message: 'Server error occurred',
      serverMessage: null,
      status,
    });
  });

  it('that is not a success is reported by its status', () => {
    expect(failure(304, '').message).toBe('Server error: 304');
  });

  it('that is empty reads "Empty response from server"', () => {
    expect(failure(200, ' ')).toMatchObject({
      message: 'Empty response from server',
      code: 'empty_response',
    });
  });

  it.each(['nonsense', '{"n":"1"}'])('that is %j reads "Invalid response format from server"', (body) => {
    expect(failure(200, body)).toMatchObject({
      message: 'Invalid response format from server',
      code: 'invalid_response',
    });
  });

  it('with an unknown code keeps its message', () => {
    expect(failure(418, '{"error":"Teapot","code":"teapot"}')).toMatchObject({
      message: 'Teapot',
      code: 'unknown_error',
    });
  });
});
