import { promisify } from 'node:util';
import { constants, inflateRaw } from 'node:zlib';
import { explicitLittleEndian } from '@second-read/core/decode/dicom/dataset/transfer-syntax';
import { sniff } from '@second-read/core/decode/sniff';
import { headFacts } from '@second-read/core/deidentify/deidentify-head';
import { type InstanceIdentity, readIdentity } from '@second-read/core/deidentify/read-identity';
import type { ByteSource } from '../../spool/sealed-file.ts';
import { firstBytes } from './file-input.ts';

const inflateHead = promisify(inflateRaw);
/** Sizes of the head that are tried in turn; nearly always the first is enough. */
const headSizes = [1, 8, 64].map((mebibytes) => mebibytes * 1024 * 1024);

/** The instance that a file claims to be; undefined if it is not DICOM, or damaged. */
export async function identifyFile(file: ByteSource): Promise<InstanceIdentity | undefined> {
  for (const size of headSizes) {
    const head = await firstBytes(file, size);
    if (sniff(head) !== 'dicom') return undefined;
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
  const inflated = await inflatedHead(head.subarray(facts.offset));
  return inflated && readIdentity(inflated, { offset: 0, writing: { isExplicit, isLittleEndian } });
}

/** The beginning of a deflated data set, as far as available. */
async function inflatedHead(packed: Uint8Array): Promise<Uint8Array | undefined> {
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: headSizes.at(-1) ?? 0 };
  return inflateHead(packed, options).catch(() => undefined);
}
