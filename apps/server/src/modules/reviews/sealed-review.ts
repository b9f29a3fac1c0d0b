import { anyReadingOf, readingOf, urgencyOf } from '@second-read/analyses/stored-reading';
import { examOfReading } from '@second-read/core/exam/stored-exam';
import { keptTexts } from '@second-read/core/reading/told';
import type { Change, StoredChange } from '@second-read/core/review/change';
import type { AppContext } from '../../context.ts';
import type { reviewChanges, reviews } from '../../platform/database/schema.ts';
import { openField, sealPatient } from '../patients/index.ts';
import { levelRanks } from './level-ranks.ts';
import { signedContent, summaryOf, type VersionContent } from './project.ts';

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

/** The columns of what is signed. */
export function sealedContent(
  content: VersionContent,
  row: Pick<ReviewRow, 'id' | 'patientKey'>,
  keys: Keys,
): Pick<ReviewRow, 'content' | 'summary' | 'level'> {
  const signed = signedContent(content);
  return {
    content: sealOfReview(JSON.stringify(signed), row, keys),
    ...sealedSummary(signed, row, keys),
  };
}

/** The columns of what lists show. */
export function sealedSummary(
  content: VersionContent,
  row: Pick<ReviewRow, 'id' | 'patientKey'>,
  keys: Keys,
): Pick<ReviewRow, 'summary' | 'level'> {
  const urgency = () => urgencyOf(content.exam ?? content.reading);
  return {
    summary: sealOfReview(JSON.stringify(summaryOf(content)), row, keys),
    level: content.differs ? levelRanks[urgency().level] : null,
  };
}

/** Of a withdrawn version why it was withdrawn, else why it was amended or signed as it is. */
export function openReason(row: ReviewRow, keys: Keys): string | undefined {
  const sealed = row.state === 'withdrawn' ? row.withdrawReason : row.reason;
  return sealed === null ? undefined : openField('reviews', row, sealed, keys);
}

/** What was signed. Throws for a draft: it has none. */
export function openContent(row: ReviewRow, keys: Keys): VersionContent {
  if (row.content === null) throw new Error('a version without content was opened');
  return openedContent(openField('reviews', row, row.content, keys));
}

/** What lists show of it; undefined where that was not kept. */
export function openSummary(row: ReviewRow, keys: Keys): VersionContent | undefined {
  if (row.summary === null) return undefined;
  return openedContent(openField('reviews', row, row.summary, keys));
}

/**
 * What an earlier program signed says what it said: of an image the sentences are in its wire fields, and so
 * is what this program can read of it where its reading is no longer of its module's form.
 */
function openedContent(text: string): VersionContent {
  const { exam, reading: signed, ...content } = JSON.parse(text) as VersionContent;
  const { module } = signed;
  const { wire } = content;
  const told = () => anyReadingOf(readingOf({ module, wire })).texts;
  const isOfExam = wire.kind === 'exam';
  const known = isOfExam ? signed : anyReadingOf(readingOf({ module, wire, reading: signed }));
  const reading = { ...known, texts: keptTexts(signed) ?? told() };
  return { ...content, reading, ...(exam && { exam: examOfReading(exam) }) };
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
  // Checked when it was made, and sealed since.
  const change = JSON.parse(openField('review_changes', place, row.change, keys)) as Change;
  return { ...change, at: row.createdAt.toISOString(), by };
}
