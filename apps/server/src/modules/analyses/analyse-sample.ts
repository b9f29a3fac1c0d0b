import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { AppContext } from '../../context.ts';
import { requestDigests } from '../patients/index.ts';
import { type Order, placeOrder } from './intake/place-order.ts';
import { openOutcomeWait } from './run/await-outcome.ts';

/** A first start may have many to make, on a machine that is busy otherwise. */
const timeoutMs = 10 * 60_000;

export interface Sample {
  readonly manifest: ModuleManifest;
  readonly path: string;
  readonly patientId: string;
  /** The same key never makes a second report. */
  readonly key: string;
}

/** Has a sample read on the way of any upload, charged to nobody. Returns how it ended. */
export async function analyseSample(sample: Sample, owner: Order['by'], context: AppContext) {
  const { manifest, path, patientId, key } = sample;
  const content = await readFile(path);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const requestHashes = requestDigests([manifest.id, patientId, sha256], context.config.keys);
  const source = { path, bytes: content.length, sha256, held: [content] };
  const outcome = openOutcomeWait(context);
  const order = {
    manifest,
    by: owner,
    from: null,
    patientId,
    source,
    requestHashes,
    key,
    charged: false,
    timeoutMs,
    onPlaced: outcome.listen,
  };
  try {
    const { state, errorCode } = await outcome.until(
      await placeOrder(order, context),
      AbortSignal.timeout(timeoutMs),
    );
    return { state, errorCode };
  } finally {
    outcome.close();
  }
}
