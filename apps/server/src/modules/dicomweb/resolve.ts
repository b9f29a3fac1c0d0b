import type { FastifyReply } from 'fastify';
import { type Caller, callerOf, clientOf } from '../../calls/caller.ts';
import { onceClosed, requireOpen } from '../../calls/once-closed.ts';
import { notFound, Problem } from '../../calls/problem.ts';
import { scopeOf } from '../../calls/require-right.ts';
import type { AppContext } from '../../context.ts';
import { loggableError } from '../../platform/log/loggable-error.ts';
import { recordAudit, recordTallied } from '../audit/index.ts';
import { exportPlaces, findReport } from '../reports/index.ts';
import { describer } from './describe.ts';
import { type OrganisationStudies, studyIndex } from './study-index.ts';
import {
  inScope,
  instancesOf,
  reportServer,
  type ServedInstance,
  type ServedReport,
} from './study-instances.ts';

/** What the routes share. */
export interface Services {
  readonly context: AppContext;
  /** Takes a place among the retrievals and searches of the caller, as long as the connection is open. */
  readonly take: (reply: FastifyReply) => void;
  readonly studiesOf: ReturnType<typeof studyIndex>;
  readonly describe: ReturnType<typeof describer>;
  readonly serveReport: ReturnType<typeof reportServer>;
  /** By organization, study and instance: the report that it was found in last. */
  readonly reportsOfInstances: Map<string, string>;
}

/** Viewers ask for many frames at once; the compute pool shares its threads fairly between accounts. */
const atOnce = { perAccount: 64, perOrganisation: 256 };
/** Instances whose report is remembered. */
const mostInstances = 50_000;

export function createServices(context: AppContext): Services {
  const places = exportPlaces(atOnce);
  return {
    context,
    take: (reply) => {
      const { userId, organisationId } = callerOf(reply.request);
      onceClosed(reply, places({ userId, organisationId }));
    },
    studiesOf: studyIndex(context),
    describe: describer(context),
    serveReport: reportServer(context),
    reportsOfInstances: new Map(),
  };
}

/** In the audit trail: which key an access came with. */
export function keyOf({ readKeyId }: Caller): { key?: string } {
  return readKeyId === undefined ? {} : { key: readKeyId };
}

/** UIDs of a path, as far as it goes. */
export interface Place {
  readonly study: string;
  readonly series?: string | undefined;
  readonly instance?: string | undefined;
}

/**
 * The instances at a place that the caller may see; each report they are of is on record. @throws Problem
 * `not_found`, also of what is another organization's
 */
export async function resolve(
  place: Place,
  reply: FastifyReply,
  services: Services,
): Promise<ServedInstance[]> {
  const { context, studiesOf } = services;
  const caller = callerOf(reply.request);
  const from = clientOf(reply.request);
  const studies = await studiesOf(caller.organisationId, place.study);
  const found =
    (await rememberedAt(place, studies, reply, services)) ?? (await foundAt(place, studies, reply, services));
  if (found.length === 0) {
    const event = { action: 'report.denied', outcome: 'failure', by: caller, from } as const;
    await recordTallied({ ...event, details: keyOf(caller) }, context);
    throw notFound(place.instance ? 'Instance' : place.series ? 'Series' : 'Study');
  }
  for (const subjectId of new Set(found.map(({ reportId }) => reportId))) {
    const event = { action: 'report.read', by: caller, from, subjectId } as const;
    const details = { part: 'dicomweb', ...keyOf(caller) };
    await recordAudit(context.db, { ...event, details }, context);
  }
  return found;
}

function isAt({ series, instance }: Place, { seriesUid, sopInstanceUid }: ServedInstance): boolean {
  return (
    (series === undefined || seriesUid === series) && (instance === undefined || sopInstanceUid === instance)
  );
}

const nameOf = ({ organisationId }: Caller, study: string, instance: string) =>
  `${organisationId} ${study} ${instance}`;

/** One instance of a study of many reports, without opening the others. Access is checked as ever. */
async function rememberedAt(
  place: Place,
  studies: OrganisationStudies,
  reply: FastifyReply,
  services: Services,
): Promise<ServedInstance[] | undefined> {
  if (place.instance === undefined) return undefined;
  const caller = callerOf(reply.request);
  const id = services.reportsOfInstances.get(nameOf(caller, place.study, place.instance));
  const lines = inScope(studies.of(place.study), caller).filter((line) => line.id === id);
  const reports = await servedReports(
    lines.map((line) => line.id),
    studies,
    reply,
    services,
  );
  const found = instancesOf(reports).filter((each) => isAt(place, each));
  return found.length > 0 ? found : undefined;
}

async function foundAt(
  place: Place,
  studies: OrganisationStudies,
  reply: FastifyReply,
  services: Services,
): Promise<ServedInstance[]> {
  const caller = callerOf(reply.request);
  const lines = inScope(studies.of(place.study), caller);
  const reports = await servedReports(
    lines.map(({ id }) => id),
    studies,
    reply,
    services,
  );
  const all = instancesOf(reports);
  const { reportsOfInstances: remembered } = services;
  for (const { sopInstanceUid, reportId } of all)
    remembered.set(nameOf(caller, place.study, sopInstanceUid), reportId);
  while (remembered.size > mostInstances) remembered.delete(remembered.keys().next().value ?? '');
  return all.filter((each) => isAt(place, each));
}

async function servedReports(
  ids: readonly string[],
  studies: OrganisationStudies,
  reply: FastifyReply,
  services: Services,
): Promise<ServedReport[]> {
  const caller = callerOf(reply.request);
  const open = (id: string) => servedReport(id, studies, caller, services);
  const found: ServedReport[] = [];
  for (const id of ids) {
    requireOpen(reply);
    const served = await (ids.length === 1 ? open(id) : orLeftOut(id, () => open(id), services));
    if (served) found.push(served);
  }
  return found;
}

export async function servedReport(
  id: string,
  studies: OrganisationStudies,
  caller: Caller,
  { context, serveReport }: Pick<Services, 'context' | 'serveReport'>,
): Promise<ServedReport | undefined> {
  const stored = await findReport(context, { id, ...scopeOf(caller) });
  if (!stored) studies.forget(id);
  return stored && serveReport(stored, caller);
}

/** Of several reports one that cannot be shown hides no other: it is left out, and the log names it. */
export async function orLeftOut<T>(
  id: string,
  show: () => Promise<T>,
  { context }: Pick<Services, 'context'>,
): Promise<T | undefined> {
  try {
    return await show();
  } catch (error) {
    if (error instanceof Problem) throw error;
    context.log.error({ err: loggableError(error), row: id }, 'a report cannot be shown as DICOM');
    return undefined;
  }
}
