import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const attributes = z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }));
const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  startTimeUnixNano: z.coerce.bigint(),
  endTimeUnixNano: z.coerce.bigint(),
  attributes: attributes.default([]),
});
const requestSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
});

export type ReceivedSpan = z.infer<typeof spanSchema> & { readonly pid: string };

/** Takes traces over OTLP/HTTP in JSON, as a collector does, and keeps them. */
export async function receiveTraces() {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, reply) => {
    const body = await text(request);
    if (request.method !== 'POST' || request.url !== '/v1/traces') return reply.writeHead(404).end();
    bodies.push(body);
    for (const { resource, scopeSpans } of requestSchema.parse(JSON.parse(body)).resourceSpans) {
      const pid = resource.attributes.find(({ key }) => key === 'process.pid')?.value.intValue;
      for (const scope of scopeSpans)
        spans.push(...scope.spans.map((span) => ({ ...span, pid: String(pid) })));
    }
    return reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    /** All that was sent, as it came. */
    said: () => bodies.join('\n'),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
