import { useDebouncedValue } from '@mantine/hooks';
import type { PicturesKnownReply, UploadedPicture } from '@second-read/contract/reports';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { skipToken, useQuery } from '@tanstack/react-query';
import { arePicturesKnown } from '../run/calls.ts';

const digests = new WeakMap<File, Promise<string>>();

/**
 * SHA-256 of a file in hexadecimal, made once. Rejects on plain HTTP, where browsers do not offer it, and
 * where the file is gone.
 */
function fileDigest(file: File): Promise<string> {
  const cached = digests.get(file) ?? digest(file);
  digests.set(file, cached);
  return cached;
}

async function digest(file: File): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A picture as it would be sent: a file, and the frame of it that is wanted. */
export interface ToBeRead {
  readonly frame?: number | null | undefined;
  file(): Promise<File>;
}

interface Asked {
  readonly manifest: ModuleManifest;
  /** The same array as long as they are the same pictures; null where there is nothing to ask. */
  readonly pictures: readonly ToBeRead[] | null;
  /** Empty where none was entered, or it was made up. */
  readonly patientId: string;
}

const pauseMs = 500;
const ids = new WeakMap<readonly ToBeRead[], number>();
let last = 0;

/** What is known of earlier readings of the same pictures; undefined while nothing is. */
export function usePicturesKnown({ manifest, pictures, patientId }: Asked): PicturesKnownReply | undefined {
  const [settled] = useDebouncedValue(patientId.trim(), pauseMs);
  // Who walks through a series is not to ask at every slice.
  const [shown] = useDebouncedValue(pictures, pauseMs);
  const asked = shown === pictures ? shown : null;
  const { data } = useQuery({
    queryKey: ['pictures-known', manifest.id, asked && idOf(asked), settled],
    queryFn:
      asked === null
        ? skipToken
        : async ({ signal }) => {
            const digests = await digestsOf(asked, signal);
            return arePicturesKnown(manifest, { pictures: digests, patientId: settled }, signal);
          },
    // A notice only: where it cannot be had, everything else works all the same.
    retry: false,
    staleTime: 0,
  });
  return data;
}

function idOf(pictures: readonly ToBeRead[]): number {
  const id = ids.get(pictures) ?? ++last;
  ids.set(pictures, id);
  return id;
}

/** One file after the other: a series is not to be held in memory. */
async function digestsOf(pictures: readonly ToBeRead[], signal: AbortSignal): Promise<UploadedPicture[]> {
  const digests: UploadedPicture[] = [];
  for (const picture of pictures) {
    signal.throwIfAborted();
    const { frame } = picture;
    digests.push({ sha256: await digestOf(picture), ...(typeof frame === 'number' && { frame }) });
  }
  return digests;
}

const known = new WeakMap<ToBeRead, string>();

/** Made once: a file of a ZIP is another one each time it is unpacked. */
async function digestOf(picture: ToBeRead): Promise<string> {
  const sha256 = known.get(picture) ?? (await fileDigest(await picture.file()));
  known.set(picture, sha256);
  return sha256;
}
