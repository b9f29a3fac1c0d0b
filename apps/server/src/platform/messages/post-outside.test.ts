import { createServer, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAllowedAddress, parseAllowedReceivers } from './allowed-address.ts';
import { type AlarmMessage, MessageFailure } from './messages.ts';
import { ClosedAddress, postOutside } from './post-outside.ts';
import { openSignedWebhook } from './signed-webhook.ts';

const none = allowing('hooks.clinic.example');
let server: Server;
let port = 0;
const seen: string[] = [];

function allowing(text: string) {
  const allowed = parseAllowedReceivers(text);
  if (!allowed) throw new Error(`not a list: ${text}`);
  return allowed;
}

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(`${request.headers.host} ${request.url}`);
    if (request.url === '/away') response.writeHead(307, { location: `http://127.0.0.1:${port}/inside` });
    else if (request.url === '/refuse') response.writeHead(418);
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise<void>((done) => server.close(() => done())));

/** A name server that says these one after another, and the last for ever. */
function saying(...answers: string[][]): LookupFunction {
  return (_, options, done) => {
    const addresses = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
    const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (options.all) done(null, all);
    else done(null, all[0]?.address ?? '', all[0]?.family);
  };
}

function post(url: string, allowed = none, lookup?: LookupFunction) {
  const signal = AbortSignal.timeout(5_000);
  return postOutside({
    url: new URL(url),
    headers: {},
    body: '{}',
    allowed,
    signal,
    ...(lookup && { lookup }),
  });
}

describe('an address that an organization chose', () => {
  it.each([
    ...['127.0.0.1', '127.8.8.8', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ...['169.254.169.254', '100.64.0.1', '100.127.255.255', '192.0.0.8', '198.18.0.1', '224.0.0.1'],
    ...['255.255.255.255', '::', '::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:7f00:1', '::7f00:1'],
    ...['64:ff9b::a00:1', '64:ff9b:1::a00:1', '2002:7f00:1::', '2001::1', 'fe80::1', 'fe80::1%eth0'],
    ...['fc00::1', 'fd12::1', 'fec0::1', 'ff02::1', '100::1', '2001:db8::1'],
  ])('is not called at %s', (address) => {
    expect(isAllowedAddress('receiver.example', address, none)).toBe(false);
  });

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2a00:1450:4001::1', '2606:4700::1111'])(
    'is called at %s',
    (address) => {
      expect(isAllowedAddress('receiver.example', address, none)).toBe(true);
    },
  );

  it.each([
    ...[
      'http://127.0.0.1',
      'http://[::1]',
      'http://[::ffff:127.0.0.1]',
      'http://2130706433',
      'http://0x7f.1',
    ],
    ...['http://0177.0.0.1', 'http://127.1', 'http://0', 'http://localhost'],
  ])('is refused before anything is sent: %s', async (base) => {
    const before = seen.length;
    await expect(post(`${base}:${port}/`)).rejects.toThrow(ClosedAddress);
    expect(seen.length).toBe(before);
  });

  it('is refused where its name resolves to a closed address, alone or among open ones', async () => {
    const before = seen.length;
    const url = `http://receiver.example:${port}/`;
    for (const answer of [
      ['127.0.0.1'],
      ['::ffff:127.0.0.1'],
      ['8.8.8.8', '127.0.0.1'],
      ['127.0.0.1', '8.8.8.8'],
    ])
      await expect(post(url, none, saying(answer))).rejects.toThrow(ClosedAddress);
    expect(seen.length).toBe(before);
  });

  it('is the one that was checked, whatever the name resolves to the next time', async () => {
    const allowed = allowing('127.0.0.1');
    const lookup = saying(['127.0.0.1'], ['127.0.0.9']);
    expect(await post(`http://receiver.example:${port}/once`, allowed, lookup)).toBe(200);
    expect(seen.at(-1)).toBe(`receiver.example:${port} /once`);
    await expect(post(`http://receiver.example:${port}/`, allowed, lookup)).rejects.toThrow(ClosedAddress);
  });

  it('is called where the operator allows its name, its address or its network', async () => {
    for (const list of ['localhost', '127.0.0.1, ::1', '127.0.0.0/8,::/127'])
      expect(await post(`http://localhost:${port}/`, allowing(list))).toBe(200);
    for (const list of ['localhost.example', '10.0.0.0/8', '128.0.0.0/8'])
      await expect(post(`http://127.0.0.1:${port}/`, allowing(list))).rejects.toThrow(ClosedAddress);
  });

  it('does not lead elsewhere by a redirect', async () => {
    expect(await post(`http://127.0.0.1:${port}/away`, allowing('127.0.0.1'))).toBe(307);
    expect(seen.at(-1)).toContain('/away');
  });

  it.each(['', ',', '10.0.0.0/33', 'a b', '10.0.0', 'http://x', '*', '::/129'])(
    'is not allowed by %o',
    (list) => {
      expect(parseAllowedReceivers(list)).toBeNull();
    },
  );
});

describe('an alarm that was not accepted', () => {
  const message: AlarmMessage = {
    ...{ id: 'm1', reportId: 'breast-1', organisationId: 'o1' },
    ...{ urgency: 'urgent', createdAt: new Date(0) },
  };
  const send = openSignedWebhook('a secret', () => new Date(0), allowing('127.0.0.1'));
  const reasonOf = (url: string) =>
    send(message, url, AbortSignal.timeout(5_000)).catch((error: unknown) =>
      error instanceof MessageFailure ? error.reason : error,
    );

  it('does not reveal the answer to the organization: no status, no difference from a closed port', async () => {
    const refused = await reasonOf(`http://127.0.0.1:${port}/refuse`);
    expect(refused).toBe('the webhook did not accept it');
    expect(await reasonOf(`http://127.0.0.1:${port}/away`)).toBe(refused);
    expect(await reasonOf('http://127.0.0.1:9/')).toBe(refused);
  });

  it('says that the address is not allowed', async () => {
    expect(await reasonOf('http://127.0.0.2/')).toBe('the address of the webhook is not allowed');
  });
});
