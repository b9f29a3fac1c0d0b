import type { Dataset } from '../dataset/dataset.ts';
import type { Attribute } from '../dataset/tags.ts';

/**
 * Where any of the attributes of a frame is: in its functional group, in the shared one (PS3.3 C.7.6.16), or
 * in the data set itself.
 */
export function statedIn(
  dataset: Dataset,
  group: Attribute,
  frame: number,
  attributes: readonly Attribute[],
): Dataset {
  const own = dataset.items('perFrameFunctionalGroups')[frame]?.items(group)[0];
  const shared = dataset.items('sharedFunctionalGroups')[0]?.items(group)[0];
  const states = (source?: Dataset) => attributes.some((name) => source?.element(name) !== undefined);
  return [own, shared].find(states) ?? dataset;
}
