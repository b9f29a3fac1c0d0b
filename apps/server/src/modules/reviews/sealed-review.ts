import { type Change, changeSchema, type StoredChange } from '@second-read/core/review/change';
import type { AppContext } from '../../context.ts';
import type { reviewChanges, reviews } from '../../platform/database/schema.ts';
import { openField, sealPatient } from '../patients/index.ts';
import type { VersionContent } from './project.ts';

type Keys = AppContext['config']['keys'];
type ReviewRow = typeof reviews.$inferSelect;
type ChangeRow = typeof reviewChanges.$inferSelect;

/** A text of a version, sealed under the key of its row. */
export function sealOfReview(
  text: string,
  { id, patientKey }: Pick<ReviewRow, 'id' | 'patientKey'>,
  keys: Keys,
) {
  const ring = keys.filter((key) => key.id === patientKey) as unknown as Keys;
  return sealPatient(text, { table: 'reviews', id }, ring).patientId;
}

/** Of a withdrawn version why it was withdrawn, else why it was amended or signed as it is. */
export function openReason(row: ReviewRow, keys: Keys): string | undefined {
  const sealed = row.state === 'withdrawn' ? row.withdrawReason : row.reason;
  return sealed === null ? undefined : openField('reviews', row, sealed, keys);
}

/** What was signed. Throws for a draft: it has none. */
export function openContent(row: ReviewRow, keys: Keys): VersionContent {
  if (row.content === null) throw new Error('a version without content was opened');
  return JSON.parse(openField('reviews', row, row.content, keys)) as VersionContent;
}

type Place = Pick<ChangeRow, 'reviewId' | 'number'>;
const idOf = ({ reviewId, number }: Place) => `${reviewId}/${number}`;

export function sealChange(change: Change, place: Place, keys: Keys) {
  const { patientId, patientKey } = sealPatient(
    JSON.stringify(change),
    { table: 'review_changes', id: idOf(place) },
    keys,
  );
  return { change: patientId, patientKey };
}

export function openChange(row: ChangeRow, by: StoredChange['by'], keys: Keys): StoredChange {
  const place = { id: idOf(row), patientKey: row.patientKey };
  const change = changeSchema.parse(JSON.parse(openField('review_changes', place, row.change, keys)));
  return { ...change, at: row.createdAt.toISOString(), by };
}
