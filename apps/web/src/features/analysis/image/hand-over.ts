import { manifests } from '@second-read/analyses/manifests';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { ChosenImage } from '../run/flow.ts';

/** A picture on its way from one module's screen to another's. */
interface HandOver {
  readonly to: ModuleManifest['id'];
  readonly image: ChosenImage;
  /** Null where the screen had made one up: the next makes up its own, and says so. */
  readonly patientId: string | null;
}

let waiting: HandOver | null = null;

/** The module that reads what a refusal says the picture seems to be; null where it names none. */
export function moduleOfRefusal(message: string): ModuleManifest | null {
  return (
    manifests.find(({ pictureName }) => message.startsWith(`This looks like ${pictureName}, not `)) ?? null
  );
}

export function handOver(order: HandOver): void {
  waiting = order;
}

/** What was handed to this module's screen, once. */
export function takeHandedOver(to: ModuleManifest['id']): HandOver | null {
  const taken = waiting?.to === to ? waiting : null;
  waiting = null;
  return taken;
}
