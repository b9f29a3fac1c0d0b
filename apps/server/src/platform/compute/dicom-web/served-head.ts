import { Damaged } from '@second-read/core/decode/dicom/dataset/damaged';
import type { Writing } from '@second-read/core/decode/dicom/dataset/element-header';
import { headFacts, metaInformation } from '@second-read/core/deidentify/deidentify-head';
import { Stripper } from '@second-read/core/deidentify/strip-elements';
import { rawHeader } from '@second-read/core/deidentify/write-raw';
import type { DataSet } from '@second-read/core/encode/dicom/data-set';
import { dictionary, isKeyword } from '@second-read/core/encode/dicom/dictionary';
import { valueBytes } from '@second-read/core/encode/dicom/write-value';

export interface ServedHead {
  /** Everything before the value of the pixel data. */
  readonly head: Uint8Array;
  /** Where the data set begins in it, and how it is written. */
  readonly offset: number;
  readonly writing: Writing;
  /** Where the value of the pixel data begins in the stored copy; it is sent as it is stored. */
  readonly pixelsAt: number;
}

/** Stays as the scanner numbered it. */
const instanceNumber = 0x00200013;

/**
 * The head of a stored, de-identified DICOM file with the identity of its report. Only attributes that
 * de-identification keeps are copied, so a copy stored by an older version discloses no more than a new one.
 * The statements of de-identification are left out: they would no longer be true.
 * @param stored reaches the pixel data
 * @throws Damaged
 */
export function servedHead(stored: Uint8Array, identity: DataSet): ServedHead {
  const facts = headFacts(stored);
  if (!facts.ok) throw new Damaged(facts.problem, 'a stored copy');
  const { writing, offset, syntaxUid } = facts;
  const stripper = new Stripper(stored, offset, writing, (uid) => uid);
  const elements = stripper.strip();
  if (!stripper.pixels) throw new Damaged('no_pixel_data', 'no pixel data');
  for (const [tag, parts] of identityElements(identity, writing))
    if (tag !== instanceNumber || !elements.has(tag)) elements.set(tag, parts);
  const sorted = [...elements].toSorted(([a], [b]) => a - b).flatMap(([, parts]) => parts);
  const meta = Buffer.concat(
    metaInformation(textOf(elements.get(0x00080016)), String(identity.SOPInstanceUID), syntaxUid),
  );
  const head = Buffer.concat([meta, ...sorted, stripper.pixels.header]);
  return {
    head: new Uint8Array(head),
    ...{ offset: meta.length, writing, pixelsAt: stripper.pixels.offset },
  };
}

function identityElements(identity: DataSet, writing: Writing): [number, Uint8Array[]][] {
  return Object.entries(identity).flatMap(([keyword, value]): [number, Uint8Array[]][] => {
    if (!isKeyword(keyword) || value === undefined) return [];
    const [tag, vr] = dictionary[keyword];
    const bytes = valueBytes(vr, value as string | number);
    return [[tag, [rawHeader(tag, vr, bytes.length, writing), bytes]]];
  });
}

/** The text of a UID that was kept. */
function textOf(parts: readonly Uint8Array[] | undefined): string {
  return Buffer.from(parts?.[1] ?? [])
    .toString('latin1')
    .replace(/[\0 ]+$/, '');
}
