import { describe, expect, it } from 'vitest';
import { ApiError, noResponse } from '../../api/calls/errors.ts';
import { isExpired, keptLimits, whyFull } from './kept-picture.ts';
import { outboxWords } from './outbox-words.ts';
import { settledBy } from './send-picture.ts';

const waiting = { size: 1_000, state: 'waiting' } as const;

describe('what is kept', () => {
  it('is bounded in number and size; what was sent takes no room', () => {
    const many = Array.from({ length: keptLimits.pictures }, () => waiting);
    expect(whyFull(many, 1)).toMatch(/24 pictures are waiting/);
    expect(whyFull(many.slice(1), 1)).toBeNull();
    expect(whyFull([...many.slice(1), { size: 9e9, state: 'sent' }], 1)).toBeNull();
    expect(whyFull([waiting], keptLimits.bytes)).toMatch(/too much room/);
  });

  it('is removed after 72 hours', () => {
    const keptAt = 1_000;
    expect(isExpired({ keptAt }, keptAt + 72 * 3_600_000)).toBe(false);
    expect(isExpired({ keptAt }, keptAt + 72 * 3_600_000 + 1)).toBe(true);
  });
});

describe('what came of sending', () => {
  const failure = (status: number, message = 'No.') =>
    new ApiError({ code: 'unknown_error', message, status });
  it.each([401, 408, 429, 500, 503, 504])('is open after %i: the same is sent again', (status) => {
    expect(settledBy(failure(status))).toEqual({ kind: 'later' });
  });

  it('is open where nobody answered', () => {
    expect(settledBy(noResponse())).toEqual({ kind: 'later' });
  });

  it.each([400, 403, 409, 413, 422])('is a refusal after %i, with the reason', (status) => {
    expect(settledBy(failure(status, 'Out of focus.'))).toEqual({ kind: 'refused', reason: 'Out of focus.' });
  });
});

describe('the line about what is kept', () => {
  it.each([
    [['waiting'], false, '1 picture waits for the network.'],
    [['waiting', 'waiting'], false, '2 pictures wait for the network.'],
    [['waiting'], true, '1 picture waits for the server.'],
    [['sending', 'waiting'], true, 'Sending 2 pictures.'],
    [['refused', 'waiting'], true, '1 picture not accepted.'],
    [['sent', 'sent'], true, '2 pictures sent.'],
  ] as const)('of %j, online %s, is "%s"', (states, isOnline, words) => {
    expect(
      outboxWords(
        states.map((state) => ({ state })),
        isOnline,
      ),
    ).toBe(words);
  });
});
