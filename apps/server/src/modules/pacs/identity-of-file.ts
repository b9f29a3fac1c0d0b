import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, inflateRaw } from 'node:zlib';
import { explicitLittleEndian } from '@second-read/core/decode/dicom/transfer-syntax';
import { headFacts } from '@second-read/core/deidentify/deidentify-head';
import { type InstanceIdentity, readIdentity } from '@second-read/core/deidentify/read-identity';

const inflateHead = promisify(inflateRaw);
/** How much of a file is read to find who it is: nearly always the least is enough. */
const headSizes = [1, 8, 64].map((mebibytes) => mebibytes * 1024 * 1024);

/** Which instance a file says it is; undefined where it is no DICOM file, or a damaged one. */
export async function identityOfFile(path: string): Promise<InstanceIdentity | undefined> {
  for (const size of headSizes) {
    const head = await firstBytes(path, size);
    const identity = await identityIn(head);
    if (identity || head.length < size) return identity;
  }
  return undefined;
}

async function identityIn(head: Uint8Array): Promise<InstanceIdentity | undefined> {
  const facts = headFacts(head);
  if (!facts.ok) return undefined;
  if (!facts.isDeflated) return readIdentity(head, facts);
  const { isExplicit, isLittleEndian } = explicitLittleEndian;
  const inflated = await inflated64(head.subarray(facts.offset));
  return inflated && readIdentity(inflated, { offset: 0, writing: { isExplicit, isLittleEndian } });
}

/** The beginning of a deflated data set, as far as it is there. */
async function inflated64(packed: Uint8Array): Promise<Uint8Array | undefined> {
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: headSizes.at(-1) ?? 0 };
  return inflateHead(packed, options).catch(() => undefined);
}

async function firstBytes(path: string, most: number): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const { bytesRead, buffer } = await file.read(
      new Uint8Array(Math.min(most, size)),
      0,
      Math.min(most, size),
      0,
    );
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
