import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { multipart } from './testing/multipart.ts';
import { type PageSchema, pageSchema, sampleOf } from './testing/sample-of-schema.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const operation = z.looseObject({
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.boolean().default(false),
        schema: pageSchema,
      }),
    )
    .default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: pageSchema })) }).optional(),
  responses: z.record(z.string(), z.unknown()),
});
type Operation = z.infer<typeof operation>;
const page = z.looseObject({
  paths: z.record(z.string(), z.partialRecord(z.enum(['get', 'post', 'patch', 'delete']), operation)),
});

let server: TestServer;
let operations: { path: string; method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; described: Operation }[];
beforeAll(async () => {
  server = await startTestServer({ environment: { LOGIN_RATE_LIMIT: '10000' } });
  const { paths } = page.parse((await server.app.inject({ url: '/api/docs/json' })).json());
  operations = Object.entries(paths).flatMap(([path, { get, post, patch, delete: erase }]) => [
    ...(get ? [{ path, method: 'GET' as const, described: get }] : []),
    ...(post ? [{ path, method: 'POST' as const, described: post }] : []),
    ...(patch ? [{ path, method: 'PATCH' as const, described: patch }] : []),
    ...(erase ? [{ path, method: 'DELETE' as const, described: erase }] : []),
  ]);
});
afterAll(() => server.close());

type Which = 'all' | 'required';
/** Signed by the server for one picture of the PACS: no caller can make it up. */
const signed = 'origin';
/** OpenAPI has no word for "at least one of them"; the summary says it. */
const needsOne = '/api/pacs/studies/';

/** Values of the parameters that stand in one place of the request. */
function parametersOf({ parameters }: Operation, place: string, which: Which): Record<string, string> {
  const wanted = parameters.filter((each) => each.in === place && (which === 'all' || each.required));
  return Object.fromEntries(wanted.map(({ name, schema }) => [name, String(sampleOf(schema, which))]));
}

function bodyOf({ requestBody }: Operation, which: Which) {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === undefined || content === undefined) return {};
  const sample = sampleOf(content.schema, which);
  if (type !== 'multipart/form-data') {
    const payload = type === 'application/json' ? JSON.stringify(sample) : String(sample);
    return { payload, headers: { 'content-type': type } };
  }
  return multipart(
    Object.entries(z.record(z.string(), z.string()).parse(sample))
      .filter(([name]) => name !== signed)
      .map(([name, value]) => ({
        name,
        content: value,
        ...(isFile(content.schema, name) && { fileName: 'picture.png' }),
      })),
  );
}

function isFile({ properties }: PageSchema, name: string): boolean {
  return properties?.[name]?.format === 'binary';
}

async function send({ path, method, described }: (typeof operations)[number], which: Which) {
  const inPath = parametersOf(described, 'path', which);
  const url = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(inPath[name] ?? ''));
  const { headers = {}, ...body } = { headers: {}, ...bodyOf(described, which) };
  return server.app.inject({
    method,
    url,
    query: parametersOf(described, 'query', which),
    headers: { ...headers, ...parametersOf(described, 'header', which), ...(await server.bearer('ada')) },
    ...body,
  });
}

/** What a caller who keeps to the page may be told: anything but that the request has the wrong form. */
const codeOf = (reply: LightMyRequestResponse) =>
  reply.statusCode === 400 ? z.looseObject({ code: z.string() }).parse(reply.json()).code : '';

describe("the API's page", () => {
  it.each(['required', 'all'] as const)('describes what each call takes: %s', async (which) => {
    const refused: unknown[] = [];
    for (const each of operations) {
      const reply = await send(each, each.path === needsOne ? 'all' : which);
      if (codeOf(reply) === 'invalid_request' || reply.statusCode >= 500)
        refused.push([each.method, each.path, reply.statusCode, reply.body]);
    }
    expect(refused).toEqual([]);
    expect(operations.length).toBeGreaterThan(60);
  });

  it('names every part that an upload may have', async () => {
    const uploads = operations.filter(
      ({ described }) => described.requestBody?.content['multipart/form-data'],
    );
    expect(uploads.length).toBe(12);
    for (const { path } of uploads) {
      const parts = [
        { name: 'image', content: 'picture', fileName: 'picture.png' },
        { name: 'remark', content: 'not on the page' },
      ];
      const inPath = path.replace('{id}', crypto.randomUUID()).replace('{slice}', '1');
      const { payload, headers } = multipart(parts);
      const reply = await server.app.inject({
        method: 'POST',
        url: inPath,
        payload,
        headers: { ...headers, ...(await server.bearer('ada')) },
      });
      expect([path, path.includes('slices') ? 404 : 400]).toEqual([path, reply.statusCode]);
    }
  });
});
