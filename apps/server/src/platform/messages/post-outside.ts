import { lookup as resolve } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type AllowedReceivers, isAllowedAddress } from './allowed-address.ts';

/** The address is not one that an organization may have this server call. */
export class ClosedAddress extends Error {
  override readonly name = 'ClosedAddress';
}

interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly allowed: AllowedReceivers;
  readonly signal: AbortSignal;
  /** Of names; the system's by default. */
  readonly lookup?: LookupFunction;
}

/**
 * Posts to an address that an organization chose, and gives the status. The name is resolved once, and the
 * connection goes to the address that was checked: a name that resolves differently the next time changes
 * nothing. Redirects are answers like any other; none is followed.
 * @throws ClosedAddress; otherwise the errors of the connection.
 */
export function postOutside(post: Post): Promise<number> {
  const { url, headers, body, allowed, signal, lookup = resolve as LookupFunction } = post;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  // No lookup takes place for an address.
  if (isIP(host) !== 0 && !isAllowedAddress(host, host, allowed)) return Promise.reject(new ClosedAddress());
  const checked: LookupFunction = (name, options, done) =>
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '');
      const addresses = Array.isArray(found) ? found : [];
      const open = addresses.filter(({ address }) => isAllowedAddress(name, address, allowed));
      // One closed address among open ones is a trick, or a mistake of the name's owner.
      const [first] = open;
      if (!first || open.length < addresses.length) return done(new ClosedAddress(), '');
      if (options.all) done(null, open);
      else done(null, first.address, first.family);
    });
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((settle, fail) => {
    const call = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      agent: false,
      lookup: checked,
      signal,
    });
    call.on('response', (response) => {
      // What it says is of no interest, however long.
      response.destroy();
      settle(response.statusCode ?? 0);
    });
    call.on('error', fail);
    call.end(body);
  });
}
