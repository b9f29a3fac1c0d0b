import { moduleOf } from '../../analyses/catalogue.ts';
import { loadEngine } from '../../analyses/engines.ts';
import { manifestOf } from '../../analyses/manifests.ts';
import { createCodecs } from '../../apps/server/src/platform/compute/codecs/create-codecs.ts';
import { createInfer } from '../../apps/server/src/platform/compute/infer.ts';
import { findModelsRoot } from '../../apps/server/src/platform/compute/models-root.ts';
import type { ReadControls, ReaderParts } from '../../apps/server/src/platform/compute/read-image.ts';
import { timed } from '../measure.ts';

/** What reads one image, from its bytes to its report or its share of one. */
type Read = (parts: ReaderParts, controls: ReadControls) => Promise<unknown>;

/** Milliseconds of processor time: of the whole, and of its networks run bare on the same tensors. */
export interface BesideNetworks {
  readonly ours: number;
  readonly peer: number;
}

const infer = createInfer(findModelsRoot());
const controls = { signal: { aborted: false, throwIfAborted: () => undefined }, progress: () => undefined };

/** Reads an image on this thread, then runs each network anew that it ran. */
export async function besideNetworks(read: Read): Promise<BesideNetworks> {
  const calls: Parameters<typeof infer>[] = [];
  const parts: ReaderParts = {
    codecs: createCodecs(),
    loadEngine,
    loadReport: async (module) => moduleOf(module).report,
    manifest: manifestOf,
    spoolKey: new Uint8Array(32),
    infer: (...call) => {
      calls.push(call);
      return infer(...call);
    },
  };
  const ours = await timed(() => read(parts, controls));
  const peer = await timed(async () => {
    for (const call of calls) await infer(...call);
  });
  return { ours, peer };
}
