import {
  emptied,
  keptAttributes,
  keptSequences,
  replacedUids,
} from '@second-read/core/deidentify/kept-attributes';
import { dictionary } from '@second-read/core/encode/dicom/dictionary';

const written: ReadonlyMap<number, string> = new Map([
  ...Object.values(dictionary).map(([tag, vr]) => [tag, vr] as const),
  ...emptied,
  ...[...replacedUids].map((tag) => [tag, 'UI'] as const),
]);

/** The representation of an attribute that stored copies keep or the server writes (PS3.6). */
export function impliedVr(tag: number): string | undefined {
  if (keptSequences.has(tag)) return 'SQ';
  return keptAttributes.get(tag)?.vr ?? written.get(tag);
}
