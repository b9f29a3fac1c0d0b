import { askForMasks, type MaskBox, maskList } from '@second-read/contract/analyses';
import { Problem } from '../../../calls/problem.ts';

/** What a request wants done about text in its picture. */
export type WantedMasks = typeof askForMasks | readonly MaskBox[];

/** Reads the part `masks`. Throws `invalid_request`. */
export function readMasks(value: unknown): WantedMasks {
  if (value === askForMasks) return askForMasks;
  const parsed = maskList.safeParse(parseJson(value));
  if (parsed.success) return parsed.data;
  throw new Problem('invalid_request', 'The boxes to mask could not be read.');
}

function parseJson(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : undefined;
  } catch {
    return undefined;
  }
}
