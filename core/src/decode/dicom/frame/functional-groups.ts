import type { Dataset } from '../dataset/dataset.ts';
import type { Attribute } from '../dataset/tags.ts';

/**
 * The item of a functional group of an enhanced multi-frame image: the frame's own, else the shared one
 * (PS3.3 C.7.6.16).
 */
export function functionalGroup(dataset: Dataset, name: Attribute, frame: number): Dataset | undefined {
  const own = dataset.items('perFrameFunctionalGroups')[frame];
  const shared = dataset.items('sharedFunctionalGroups')[0];
  return own?.items(name)[0] ?? shared?.items(name)[0];
}
