import { createHash } from 'node:crypto';
import { writeSealed } from '../../spool/sealed-file.ts';

/** A copy: its bytes if small, else an encrypted file. */
export interface Copy {
  readonly bytes: number;
  readonly sha256: string;
  readonly held?: Uint8Array;
}

/** Smaller copies need no file. */
const smallBytes = 1024 * 1024;

/** Collects the parts: in memory if small, else encrypted at `target`. */
export async function keepCopy(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  target: string,
  spoolKey: Uint8Array,
): Promise<Copy> {
  const hash = createHash('sha256');
  let bytes = 0;
  const measured = (async function* () {
    for await (const part of parts) {
      hash.update(part);
      bytes += part.length;
      yield part;
    }
  })();
  const begun: Uint8Array[] = [];
  while (bytes <= smallBytes) {
    const { value: part } = await measured.next();
    if (part === undefined) return { bytes, sha256: hash.digest('hex'), held: asPlain(Buffer.concat(begun)) };
    begun.push(part);
  }
  const all = async function* () {
    yield* begun.splice(0);
    yield* measured;
  };
  await writeSealed(target, all(), spoolKey);
  return { bytes, sha256: hash.digest('hex') };
}

/** A Buffer may be a view of a pool, which would be copied to another thread whole. */
function asPlain(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer);
}
