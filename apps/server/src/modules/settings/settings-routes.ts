import { ifMatch } from '@second-read/contract/reviews';
import {
  administratorSettings,
  type ChangedSettings,
  type SettingsReply,
  settingsReply,
  settingsRequest,
} from '@second-read/contract/settings';
import { hasRight } from '@second-read/core/roles/rights';
import type { FastifyReply } from 'fastify';
import { type App, type Caller, callerOf, clientOf } from '../../calls/caller.ts';
import { entityTagOf } from '../../calls/if-match.ts';
import { Problem } from '../../calls/problem.ts';
import { requireRight } from '../../calls/require-right.ts';
import type { AppContext } from '../../context.ts';
import { organisationName } from '../accounts/index.ts';
import { changeSettings } from './change-settings.ts';
import { setAtStart } from './set-at-start.ts';
import { settingsOf } from './settings.repository.ts';

const path = '/api/organization/settings/';

/** GET and PATCH /api/organization/settings/: every account reads them, administrators change them. */
export function settingsRoutes(app: App, context: AppContext): void {
  const shown = { tags: ['organization'], response: { 200: settingsReply } };
  app.get(
    path,
    { schema: { ...shown, summary: 'The name and the settings of the organization' } },
    async (request, reply) => answer(callerOf(request), reply, context),
  );
  const changing = {
    ...shown,
    summary: 'Changes the fields that are sent, all or none; for administrators',
    headers: ifMatch,
    body: settingsRequest,
  };
  app.patch(path, { schema: changing }, async (request, reply) => {
    const caller = callerOf(request);
    requireRight(caller, 'administer');
    const wanted = { ...request.body, ifMatch: entityTagOf(request) };
    try {
      await changeSettings(wanted, { caller, from: clientOf(request) }, context);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'version_conflict') throw error;
      throw new Problem(error.code, error.message, { current: await present(caller, context) });
    }
    return answer(caller, reply, context);
  });
}

async function answer(caller: Caller, reply: FastifyReply, context: AppContext): Promise<SettingsReply> {
  const body = await present(caller, context);
  reply.header('etag', `"${body.etag}"`);
  return body;
}

async function present(
  caller: Caller,
  { db, config }: Pick<AppContext, 'db' | 'config'>,
): Promise<SettingsReply> {
  const { settings, revision } = await settingsOf(db, caller.organisationId);
  const name = await organisationName(db, caller.organisationId);
  return {
    ...{ etag: String(revision), name, settings: visibleTo(caller, settings) },
    ...(hasRight(caller, 'administer') && { set_at_start: setAtStart(config, name) }),
  };
}

function visibleTo(caller: Caller, settings: ChangedSettings): ChangedSettings {
  if (hasRight(caller, 'administer')) return settings;
  const hidden: readonly string[] = administratorSettings;
  return Object.fromEntries(Object.entries(settings).filter(([field]) => !hidden.includes(field)));
}
