import { AwsClient } from 'aws4fetch';

export interface S3Options {
  /** `https://s3.example:443`, without the bucket. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Put before every key; empty, or ending in a slash. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Transient statuses and broken connections: worth a retry. */
const retries = 4;
const answerWithinMs = 60_000;

/** The store refused the request. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly status: number;

  constructor(status: number, code: string, what: string) {
    super(`The object store answered ${status} ${code} to ${what}.`);
    this.status = status;
  }
}

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD';
  /** Undefined for the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses besides 2xx that are expected. */
  readonly accept?: readonly number[];
}

/** Signed requests (Signature V4, path style, supported by every S3 server). Throws `S3Error`. */
export function s3Client(options: S3Options): (request: S3Request) => Promise<Response> {
  const { accessKeyId, secretAccessKey, region } = options;
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    retries,
    initRetryMs: 100,
  });
  return async ({ method, key, query = {}, body, headers, accept = [] }) => {
    const url = new URL(options.endpoint);
    url.pathname = [
      url.pathname.replace(/\/$/, ''),
      options.bucket,
      ...(key ? [options.prefix + key] : []),
    ].join('/');
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const response = await client.fetch(url, {
      method,
      ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> | string }),
      headers: { ...headers },
      signal: AbortSignal.timeout(answerWithinMs),
    });
    if (response.ok || accept.includes(response.status)) return response;
    const code = /<Code>([A-Za-z]+)<\/Code>/.exec(await response.text())?.[1] ?? '';
    throw new S3Error(response.status, code, `${method} ${key ? 'of an object' : 'of the bucket'}`);
  };
}
