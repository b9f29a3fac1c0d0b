import { z } from 'zod';
import { authorised } from './client.ts';
import { isAbort, noResponse } from './errors.ts';
import { apiHost } from './host.ts';
import { readReply } from './read-reply.ts';

export interface ReceivedFile {
  readonly blob: Blob;
  /** As the server names it; null where it does not. */
  readonly name: string | null;
}

interface RawFile {
  readonly status: number;
  readonly blob: Blob;
  /** The body of a failure. */
  readonly error: string;
  readonly name: string | null;
}

/**
 * A file that the server makes; with `body`, of what is sent.
 * @throws ApiError
 */
export function requestFile(path: string, body?: Blob): Promise<ReceivedFile> {
  return authorised(
    (access) => send(path, body, access),
    ({ status, blob, error, name }) => {
      if (status !== 200) readReply(status, error, z.never());
      return { blob, name };
    },
  );
}

async function send(path: string, body: Blob | undefined, access: string | null): Promise<RawFile> {
  try {
    const response = await fetch(apiHost + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(body !== undefined && { 'content-type': body.type }),
        ...(access !== null && { authorization: `Bearer ${access}` }),
      },
      body: body ?? null,
    });
    const { status } = response;
    const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? null;
    if (status !== 200) return { status, blob: new Blob(), error: await response.text(), name };
    return { status, blob: await response.blob(), error: '', name };
  } catch (error) {
    if (isAbort(error)) throw error;
    throw noResponse();
  }
}
