import { z } from 'zod';
import { Problem } from '../../calls/problem.ts';
import type { WorklistPlace } from '../reviews/index.ts';

const parts = z.tuple([z.number(), z.number(), z.iso.datetime(), z.string().min(1).max(100)]);

/** As the next page is asked for: opaque to callers. */
export function placeText({ level, urgency, createdAt, reportId }: WorklistPlace): string {
  return Buffer.from(JSON.stringify([level, urgency, createdAt.toISOString(), reportId])).toString(
    'base64url',
  );
}

/** @throws Problem `not_found` for anything but what `placeText` made */
export function placeFrom(text: string): WorklistPlace {
  const parsed = parts.safeParse(jsonOf(Buffer.from(text, 'base64url').toString()));
  if (!parsed.success) throw new Problem('not_found', 'after: there is no such page.');
  const [level, urgency, createdAt, reportId] = parsed.data;
  return { level, urgency, createdAt: new Date(createdAt), reportId };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
