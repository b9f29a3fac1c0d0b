import { type FileIdentity, identityFields } from '@second-read/core/patient/file-identity';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { findKey, type KeyRing } from '../../platform/crypto/key-ring.ts';
import { openText, sealText } from '../../platform/crypto/sealed-text.ts';
import { type PictureExam, pictureExam } from './exam.ts';
import { openField, sealPatient } from './sealed-patient.ts';

const uid = z.string();
const pictureOrigin = z.object({ studyUid: uid, seriesUid: uid, sopClassUid: uid, sopInstanceUid: uid });

/** The archived instance of a picture. It leads to the patient, so it is sealed. */
export type PictureOrigin = z.infer<typeof pictureOrigin>;

const fileIdentity = z.partialRecord(z.enum(identityFields), z.string());

const originToken = z.object({
  origin: pictureOrigin,
  exam: pictureExam.optional(),
  named: fileIdentity.optional(),
  sha256: z.string(),
  endsAt: z.number(),
});

/** A picture of an archive: its instance, and the exam stated by the file before de-identification. */
export interface ArchivedPicture {
  readonly origin: PictureOrigin;
  readonly exam?: PictureExam | undefined;
  /** Whom the file names. Not kept. */
  readonly named?: FileIdentity | undefined;
}

export interface Holder {
  readonly userId: string;
  readonly organisationId: string;
}

type Tools = Pick<AppContext, 'now' | 'config'>;

/** Long enough for a working day. */
const tokenMs = 12 * 3_600_000;

/**
 * A token that accompanies a fetched picture to the browser and back: sealed, so that it is opaque; bound
 * to account and bytes, so that no other picture passes for the archived one.
 */
export function sealOriginToken(
  { origin, exam, named, sha256 }: ArchivedPicture & { readonly sha256: string },
  holder: Holder,
  { now, config }: Tools,
): string {
  const [key] = config.keys;
  const text = JSON.stringify({ origin, exam, named, sha256, endsAt: now().getTime() + tokenMs });
  return `${key.id}.${sealText(text, tokenPlace(holder), key)}`;
}

/** Undefined for a token of another account or picture, and for an expired or invalid one. */
export function openOriginToken(
  sealed: string,
  picture: Holder & { readonly sha256: string },
  { now, config }: Tools,
): ArchivedPicture | undefined {
  const [id = '', text = ''] = sealed.split('.');
  const key = findKey(config.keys, id);
  if (!key) return undefined;
  try {
    const { origin, exam, named, sha256, endsAt } = originToken.parse(
      JSON.parse(openText(text, tokenPlace(picture), key)),
    );
    return sha256 === picture.sha256 && endsAt > now().getTime() ? { origin, exam, named } : undefined;
  } catch {
    return undefined;
  }
}

function tokenPlace({ userId, organisationId }: Holder): string {
  return `picture origin ${organisationId} ${userId}`;
}

/** The column of an analysis that holds it, under the key of its patient ID. */
export function sealOrigin(origin: PictureOrigin, analysisId: string, keys: KeyRing): string {
  return sealPatient(JSON.stringify(origin), { table: 'analyses', id: analysisId }, keys).patientId;
}

export function openOrigin(
  row: { readonly id: string; readonly patientKey: string | null; readonly origin: string | null },
  keys: KeyRing,
): PictureOrigin | undefined {
  return row.origin === null
    ? undefined
    : pictureOrigin.parse(JSON.parse(openField('analyses', row, row.origin, keys)));
}
