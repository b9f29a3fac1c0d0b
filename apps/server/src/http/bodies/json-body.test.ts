import fastify from 'fastify';
import { expect, it } from 'vitest';
import { answerErrors } from '../errors.ts';
import { parseJsonBodies } from './json-body.ts';

const app = fastify();
parseJsonBodies(app);
answerErrors(app);
app.post('/', async (request) => ({ body: request.body }));

const post = (payload: string) =>
  app.inject({ method: 'POST', url: '/', payload, headers: { 'content-type': 'application/json' } });

it.each([
  '{"name":"a\\ud800"}',
  '{"name":["\\uDFFFb"]}',
  '{"\\ud83d":1}',
  '"\\ude00\\ud83d"',
  '{"a":{"b":[1,{"c":"\\uD83D x"}]}}',
])('half of a surrogate pair is refused, not a server error: %s', async (payload) => {
  const reply = await post(payload);
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request']);
});

it('whole pairs, and everything else that JSON writes, arrive as they are', async () => {
  for (const value of [{ name: '😀 \ud83d\ude00' }, ['\u2028', '\\ud800'], 'x', 7, null])
    expect((await post(JSON.stringify(value))).json()).toEqual({ body: value });
  expect((await post('{"name":"\\ud83d\\ude00"}')).json()).toEqual({ body: { name: '😀' } });
  expect((await post('{"a"')).statusCode).toBe(400);
  expect((await post('{"__proto__":{}}')).statusCode).toBe(400);
});
