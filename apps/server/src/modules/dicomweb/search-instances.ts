import type { FastifyReply } from 'fastify';
import { callerOf } from '../../calls/caller.ts';
import { requireOpen } from '../../calls/once-closed.ts';
import type { JsonDataset } from '../../platform/compute/dicom-web/dicom-json.ts';
import { narrowed } from './attributes.ts';
import type { Describe } from './describe.ts';
import { grouped } from './grouped.ts';
import { matches, type Search } from './matching.ts';
import type { ServedInstance } from './study-instances.ts';

/** The series of a study, each described by its first instance. */
export async function findSeries(
  instances: readonly ServedInstance[],
  search: Search,
  describe: Describe,
  reply: FastifyReply,
): Promise<JsonDataset[]> {
  const found: JsonDataset[] = [];
  for (const [first, ...others] of grouped(instances, ({ seriesUid }) => seriesUid)) {
    requireOpen(reply);
    const metadata = first && (await describe(first, callerOf(reply.request)));
    if (!metadata || !matches(metadata, search.keys, 'series')) continue;
    found.push({
      ...narrowed(metadata, 'series', search.included),
      '00201209': { vr: 'IS', Value: [1 + others.length] },
    });
  }
  return found.slice(search.offset, search.offset + search.limit);
}

/** The instances among these, one after the other: a series of many slices is never held as a whole. */
export async function* findInstances(
  instances: readonly ServedInstance[],
  search: Search,
  describe: Describe,
  reply: FastifyReply,
): AsyncGenerator<JsonDataset> {
  let skipped = 0;
  let sent = 0;
  for (const instance of instances) {
    if (sent === search.limit) return;
    requireOpen(reply);
    const metadata = await describe(instance, callerOf(reply.request));
    if (!metadata || !matches(metadata, search.keys, 'instance') || skipped++ < search.offset) continue;
    sent += 1;
    yield { ...narrowed(metadata, 'instance', search.included), '00080056': { vr: 'CS', Value: ['ONLINE'] } };
  }
}
