import { moduleIds } from '@second-read/analyses/manifests';
import {
  changedPhrase,
  mostPhrases,
  newPhrase,
  phrase,
  phraseParams,
  phrasesQuery,
  phrasesReply,
} from '@second-read/contract/phrases';
import { z } from 'zod';
import { type App, type Caller, callerOf } from '../../calls/caller.ts';
import { notFound, Problem } from '../../calls/problem.ts';
import { requireRight } from '../../calls/require-right.ts';
import type { AppContext } from '../../context.ts';
import { uuidV7 } from '../../platform/ids/uuid-v7.ts';
import {
  countPhrases,
  deletePhrase,
  findPhrase,
  insertPhrase,
  phrasesOf,
  updatePhrase,
} from './phrases.repository.ts';

/** `/api/phrases/`: what a clinician writes often, for insertion into a report. The account's own alone. */
export function phraseRoutes(app: App, context: AppContext): void {
  const { db, config } = context;
  const { keys } = config;
  app.get(
    '/api/phrases/',
    { schema: { ...tagged, summary: 'Own phrases of a module', querystring: phrasesQuery, ...listed } },
    async (request) => {
      const { userId } = writerOf(callerOf(request));
      return { phrases: await phrasesOf(context, { userId, module: knownModule(request.query.module) }) };
    },
  );
  app.post(
    '/api/phrases/',
    { schema: { ...tagged, summary: 'Keeps a phrase', body: newPhrase, ...one } },
    async (request) => {
      const { userId } = writerOf(callerOf(request));
      const { name, text } = request.body;
      const module = knownModule(request.body.module);
      if ((await countPhrases(db, { userId, module })) >= mostPhrases)
        throw new Problem('invalid_request', `You keep ${mostPhrases} phrases already. Delete one first.`);
      const now = context.now();
      return insertPhrase(db, { id: uuidV7(now), userId, module, name, text }, { keys, now });
    },
  );
  app.patch(
    '/api/phrases/:id/',
    {
      schema: {
        ...tagged,
        summary: 'Renames or rewords it',
        params: phraseParams,
        body: changedPhrase,
        ...one,
      },
    },
    async (request) => {
      const place = { id: request.params.id, userId: writerOf(callerOf(request)).userId };
      return db.transaction(async (tx) => {
        const before = await findPhrase(tx, place, keys);
        if (!before) throw notFound('Phrase');
        const { name = before.name, text = before.text } = request.body;
        await updatePhrase(tx, place, { name, text }, { keys, now: context.now() });
        return { ...before, name, text };
      });
    },
  );
  app.delete(
    '/api/phrases/:id/',
    { schema: { ...tagged, summary: 'Deletes it', params: phraseParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await deletePhrase(db, { id: request.params.id, userId: writerOf(callerOf(request)).userId });
      return reply.code(204).send(null);
    },
  );
}

const tagged = { tags: ['reviews'] };
const listed = { response: { 200: phrasesReply } };
const one = { response: { 200: phrase } };

/** Who writes no texts has no phrases. @throws Problem `forbidden` */
function writerOf(caller: Caller): Caller {
  requireRight(caller, 'sign');
  return caller;
}

/** @throws Problem `not_found` */
function knownModule(module: string) {
  const known = moduleIds.find((id) => id === module);
  if (known === undefined) throw notFound('Module');
  return known;
}
