import { longestText } from '@second-read/core/review/change';
import { z } from 'zod';
import { moduleId } from './module-id.ts';

/** So many phrases belong to one account and module. */
export const mostPhrases = 100;
export const longestPhraseName = 80;

const phraseName = z
  .string()
  .trim()
  .min(1)
  .max(longestPhraseName)
  .regex(/^[^\p{Cc}]*$/u, 'must not hold control characters');
const phraseText = z
  .string()
  .trim()
  .min(1)
  .max(longestText)
  .regex(/^(?:[^\p{Cc}]|[\n\r\t])*$/u, 'must not hold control characters');

export const phrase = z.object({ id: z.string(), module: moduleId, name: z.string(), text: z.string() });
export type Phrase = z.infer<typeof phrase>;

/** `GET /api/phrases/?module=…`: the caller's own, by name. */
export const phrasesQuery = z.object({ module: moduleId });
export const phrasesReply = z.object({ phrases: z.array(phrase) });

export const newPhrase = z.object({ module: moduleId, name: phraseName, text: phraseText });
export const changedPhrase = z.object({ name: phraseName.optional(), text: phraseText.optional() });
export const phraseParams = z.object({ id: z.uuid() });
