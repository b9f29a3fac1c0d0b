import { z } from 'zod';
import { type App, callerOf, clientOf } from '../../calls/caller.ts';
import { recordAudit } from '../audit/index.ts';
import { chooseType } from './accept.ts';
import { searchOf, searchQuery } from './matching.ts';
import { keyOf, resolve, type Services } from './resolve.ts';
import { findInstances, findSeries } from './search-instances.ts';
import { findStudies } from './search-studies.ts';
import { sendItems } from './send.ts';

const jsonTypes = ['application/dicom+json', 'application/json'] as const;
export const uid = z.string().max(64);
const tags = ['dicomweb'];

/** QIDO-RS (PS3.18 10.6): studies, their series and instances. */
export function queryRoutes(app: App, services: Services): void {
  const querystring = searchQuery;
  app.get(
    '/api/dicom-web/studies',
    { schema: { tags, summary: 'Studies, newest first', querystring } },
    async (request, reply) => {
      const type = chooseType(request, jsonTypes);
      const caller = callerOf(request);
      const search = searchOf(request.query);
      services.take(reply);
      const { context, studiesOf } = services;
      const studies = await studiesOf(caller.organisationId);
      const { studies: found, reports, isCut } = await findStudies(search, reply, studies, services);
      const event = { action: 'reports.listed', by: caller, from: clientOf(request) } as const;
      await recordAudit(
        context.db,
        { ...event, details: { scope: 'dicomweb', reports, ...keyOf(caller) } },
        context,
      );
      if (isCut) reply.header('warning', '299 second-read "Only the newest studies were searched."');
      return reply
        .code(found.length === 0 ? 204 : 200)
        .type(type)
        .serializer(JSON.stringify)
        .send(found);
    },
  );
  app.get(
    '/api/dicom-web/studies/:study/series',
    { schema: { tags, summary: 'Series of a study', params: z.object({ study: uid }), querystring } },
    async (request, reply) => {
      const type = chooseType(request, jsonTypes);
      const search = searchOf(request.query);
      services.take(reply);
      const instances = await resolve(request.params, reply, services);
      const found = await findSeries(instances, search, services.describe, reply);
      return reply
        .code(found.length === 0 ? 204 : 200)
        .type(type)
        .serializer(JSON.stringify)
        .send(found);
    },
  );
  const places = [
    { url: '/api/dicom-web/studies/:study/instances', params: z.object({ study: uid }) },
    {
      url: '/api/dicom-web/studies/:study/series/:series/instances',
      params: z.object({ study: uid, series: uid }),
    },
  ] as const;
  for (const { url, params } of places)
    app.get(url, { schema: { tags, summary: 'Instances', params, querystring } }, async (request, reply) => {
      chooseType(request, jsonTypes);
      const search = searchOf(request.query);
      services.take(reply);
      const instances = await resolve(request.params, reply, services);
      return sendItems(findInstances(instances, search, services.describe, reply), reply);
    });
}
