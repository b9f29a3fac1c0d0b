import { createHmac, randomBytes } from 'node:crypto';
import {
  arePartsApart,
  comparedParts,
  type FileIdentity,
  type IdentityField,
  identityFields,
} from '@second-read/core/patient/file-identity';
import { z } from 'zod';
import type { KeyRing } from '../../platform/crypto/key-ring.ts';
import { openField, sealField } from './sealed-patient.ts';

const field = z.enum(identityFields);

/**
 * Whom the files of a batch name so far: keyed digests alone, under a key of the batch that is sealed with
 * them, so that they survive a change of the server's keys and say nothing without those.
 */
const batchIdentity = z.object({
  salt: z.string(),
  /** Without spelling: what must be equal. A name has several parts. */
  same: z.partialRecord(field, z.array(z.string())),
  /** As the first file writes it. */
  exact: z.partialRecord(field, z.string()),
});
export type BatchIdentity = z.infer<typeof batchIdentity>;

/** A row of `batches`, as far as this goes. */
interface BatchIdentityRow {
  readonly id: string;
  readonly patientKey: string | null;
  readonly identity: string | null;
}

export function openBatchIdentity(row: BatchIdentityRow, keys: KeyRing): BatchIdentity {
  return row.identity === null
    ? { salt: randomBytes(32).toString('base64'), same: {}, exact: {} }
    : batchIdentity.parse(JSON.parse(openField('batches', row, row.identity, keys)));
}

export function sealBatchIdentity(
  identity: BatchIdentity,
  row: Pick<BatchIdentityRow, 'id' | 'patientKey'>,
  keys: KeyRing,
): string {
  return sealField('batches', row, JSON.stringify(identity), keys);
}

export interface Compared {
  /** Fields in which the file is another patient's or study's. */
  readonly apart: readonly IdentityField[];
  /** Fields that it spells otherwise. */
  readonly spelled: readonly IdentityField[];
  /** With what the file adds. */
  readonly identity: BatchIdentity;
}

/** A further file of a batch beside those before it. */
export function compareToBatch(before: BatchIdentity, file: FileIdentity): Compared {
  const keyed = (text: string) =>
    text === '' ? '' : createHmac('sha256', before.salt).update(text).digest('base64url');
  const said = identityFields.flatMap((name) => {
    const value = file[name];
    if (value === undefined) return [];
    const parts = comparedParts(name, value).map(
      (part, at) => part && keyed(JSON.stringify([name, at, part])),
    );
    return [{ name, parts, exact: keyed(JSON.stringify([name, value])) }];
  });
  const apart = said.filter(({ name, parts }) => arePartsApart(before.same[name] ?? [], parts));
  const spelled = said.filter(
    (each) => !apart.includes(each) && (before.exact[each.name] ?? each.exact) !== each.exact,
  );
  const of = <T>(value: (each: (typeof said)[number]) => T) =>
    Object.fromEntries(said.map((each) => [each.name, value(each)]));
  return {
    apart: apart.map(({ name }) => name),
    spelled: spelled.map(({ name }) => name),
    identity: {
      salt: before.salt,
      same: { ...of(({ parts }) => parts), ...before.same },
      exact: { ...of(({ exact }) => exact), ...before.exact },
    },
  };
}
