import { type Phrase, phrase, phrasesReply } from '@second-read/contract/phrases';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { request } from '../calls/client.ts';

/** The reader's own phrases for reports of a module, by name. */
export function phrasesQuery(module: string) {
  return queryOptions({
    queryKey: ['phrases', module],
    queryFn: ({ signal }) =>
      request(`/api/phrases/?module=${encodeURIComponent(module)}`, { schema: phrasesReply, signal }),
    select: ({ phrases }) => phrases,
  });
}

export function keepPhrase(content: Omit<Phrase, 'id'>): Promise<Phrase> {
  return request('/api/phrases/', { method: 'POST', json: content, schema: phrase });
}

export function changePhrase(id: string, change: Partial<Pick<Phrase, 'name' | 'text'>>): Promise<Phrase> {
  return request(`/api/phrases/${id}/`, { method: 'PATCH', json: change, schema: phrase });
}

export function deletePhrase(id: string): Promise<unknown> {
  return request(`/api/phrases/${id}/`, { method: 'DELETE', schema: z.unknown() });
}
