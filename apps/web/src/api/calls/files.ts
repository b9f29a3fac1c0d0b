import { originHeader } from '@second-read/contract/pacs';
import { z } from 'zod';
import { bearerOf } from '../account/session.ts';
import { authorised } from './client.ts';
import { isAbort, noResponse } from './errors.ts';
import { apiHost } from './host.ts';
import { readReply } from './read-reply.ts';

export interface ReceivedFile {
  readonly blob: Blob;
  /** The server's file name; null if none. */
  readonly name: string | null;
  /** The origin token of a picture from the PACS; null for any other file. */
  readonly origin: string | null;
}

interface RawFile {
  readonly status: number;
  readonly blob: Blob;
  /** The body of a failure. */
  readonly error: string;
  readonly name: string | null;
  readonly origin: string | null;
}

/**
 * A file from the server.
 * @throws ApiError
 */
export function requestFile(path: string, signal?: AbortSignal): Promise<ReceivedFile> {
  return authorised(
    (access) => send(path, access, signal),
    ({ status, blob, error, name, origin }) => {
      if (status !== 200) readReply(status, error, z.never());
      return { blob, name, origin };
    },
  );
}

async function send(path: string, access: string | null, signal: AbortSignal | undefined): Promise<RawFile> {
  try {
    const response = await fetch(apiHost + path, {
      headers: bearerOf(access),
      signal: signal ?? null,
    });
    const { status } = response;
    const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? null;
    const origin = response.headers.get(originHeader);
    if (status !== 200) return { status, blob: new Blob(), error: await response.text(), name, origin };
    return { status, blob: await response.blob(), error: '', name, origin };
  } catch (error) {
    if (isAbort(error)) throw error;
    throw noResponse();
  }
}
