import { and, eq, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm';
import type { AppContext, Executor } from '../../context.ts';
import {
  analyses,
  batches,
  phrases,
  reports,
  reviewChanges,
  reviews,
} from '../../platform/database/schema.ts';
import { type ExamRow, openExam, sealExam, searchedNames } from './exam.ts';
import { openOrigin, sealOrigin } from './picture-origin.ts';
import { openField, openPatient, sealPatient } from './sealed-patient.ts';
import { digestOf, type SearchedReport, tokensOf } from './search-tokens.ts';

type Tools = Pick<AppContext, 'db' | 'config'>;
const batch = 200;

/**
 * Encrypts data that predates encryption, and indexes reports that predate the current search. Cheap when
 * there is none; safe in several processes at once.
 */
export async function sealEarlierPatients(tools: Tools): Promise<number> {
  return resealWhile(tools, 'unsealed');
}

/** Re-encrypts everything under the first key of the ring, after which the others are unused. */
export async function resealPatients(tools: Tools): Promise<number> {
  return resealWhile(tools, 'outdated');
}

const steps = [
  ...[resealAnalyses, resealReports, resealBatches],
  ...[resealReviews, resealChanges, resealPhrases],
];

async function resealWhile({ db, config }: Tools, which: 'unsealed' | 'outdated'): Promise<number> {
  let total = 0;
  for (const step of steps) {
    for (;;) {
      const done = await db.transaction((tx) => step(tx, config.keys, which));
      total += done;
      if (done === 0) break;
    }
  }
  return total;
}

type Keys = AppContext['config']['keys'];

type KeyColumn =
  | typeof analyses.patientKey
  | typeof reports.patientKey
  | typeof batches.patientKey
  | typeof reviews.patientKey
  | typeof reviewChanges.patientKey
  | typeof phrases.patientKey;

function outdated(column: KeyColumn, which: string, keys: Keys) {
  return which === 'unsealed' ? isNull(column) : or(isNull(column), ne(column, keys[0].id));
}

async function resealAnalyses(tx: Executor, keys: Keys, which: string): Promise<number> {
  const { id, patientId, patientKey, facts, origin, exam } = analyses;
  const rows = await tx
    .select({ id, patientId, patientKey, facts, origin, exam })
    .from(analyses)
    .where(outdated(patientKey, which, keys))
    .limit(batch)
    .for('update', { skipLocked: true });
  for (const row of rows) {
    const sealed = sealPatient(openPatient('analyses', row, keys), { table: 'analyses', id: row.id }, keys);
    const own = row.facts?.patientId;
    const ownSealed = own
      ? sealPatient(openField('analyses', row, own, keys), { table: 'analyses', id: row.id }, keys)
      : null;
    const changed = row.facts && { ...row.facts, patientId: ownSealed?.patientId ?? null };
    const from = openOrigin(row, keys);
    const said = openExam(row, keys);
    const others = {
      origin: from ? sealOrigin(from, row.id, keys) : null,
      exam: said ? sealExam(said, row.id, keys) : null,
    };
    await tx
      .update(analyses)
      .set({ ...sealed, facts: changed, ...others })
      .where(eq(id, row.id));
  }
  return rows.length;
}

async function resealReports(tx: Executor, keys: Keys, which: string): Promise<number> {
  const { id, organisationId, userId, module, createdAt, study, analysisId } = reports;
  const { patientId, patientKey, patientGenerated } = reports;
  const patient = { patientId, patientKey, patientGenerated };
  const rows = await tx
    .select({ id, organisationId, userId, module, createdAt, study, analysisId, ...patient })
    .from(reports)
    .where(or(outdated(patientKey, which, keys), isNull(reports.searchTokens)))
    .limit(batch)
    .for('update', { skipLocked: true });
  const names = await namesOfAnalyses(
    tx,
    rows.map((row) => row.analysisId),
    keys,
  );
  for (const row of rows) {
    const plain = openPatient('reports', row, keys);
    const own = names.get(row.analysisId);
    await tx
      .update(reports)
      .set({ ...patientColumns(plain, row, keys, own), study: { ...row.study, patientId: null } })
      .where(eq(id, row.id));
  }
  return rows.length;
}

/** None of a row that cannot be opened: lists show it as unreadable. */
function namesOf(row: ExamRow, keys: Keys): string[] {
  try {
    return searchedNames(openExam(row, keys));
  } catch {
    return [];
  }
}

/** What reports are searched by beside their patient IDs, by analysis. */
export async function namesOfAnalyses(
  db: Executor,
  ids: readonly string[],
  keys: Keys,
): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const { id, patientKey, exam } = analyses;
  const rows = await db
    .select({ id, patientKey, exam })
    .from(analyses)
    .where(and(inArray(id, [...ids]), isNotNull(exam)));
  return new Map(rows.map((row) => [row.id, namesOf(row, keys)]));
}

async function resealBatches(tx: Executor, keys: Keys, which: string): Promise<number> {
  const { id, patientId, patientKey, identity } = batches;
  const rows = await tx
    .select({ id, patientId, patientKey, identity })
    .from(batches)
    .where(outdated(patientKey, which, keys))
    .limit(batch)
    .for('update', { skipLocked: true });
  for (const row of rows) {
    const place = { table: 'batches', id: row.id } as const;
    const sealed = sealPatient(openPatient('batches', row, keys), place, keys);
    const named = row.identity === null ? null : openField('batches', row, row.identity, keys);
    const again = named === null ? null : sealPatient(named, place, keys).patientId;
    await tx
      .update(batches)
      .set({ ...sealed, identity: again })
      .where(eq(id, row.id));
  }
  return rows.length;
}

/** What was signed, and the reasons. */
async function resealReviews(tx: Executor, keys: Keys, which: string): Promise<number> {
  const { id, patientKey, content, summary, reason, withdrawReason } = reviews;
  const rows = await tx
    .select({ id, patientKey, content, summary, reason, withdrawReason })
    .from(reviews)
    .where(outdated(patientKey, which, keys))
    .limit(batch)
    .for('update', { skipLocked: true });
  for (const row of rows) {
    const place = { table: 'reviews', id: row.id } as const;
    const again = (text: string | null) =>
      text === null ? null : sealPatient(openField('reviews', row, text, keys), place, keys).patientId;
    const sealed = {
      ...{ content: again(row.content), summary: again(row.summary), reason: again(row.reason) },
      ...{ withdrawReason: again(row.withdrawReason), patientKey: keys[0].id },
    };
    await tx.update(reviews).set(sealed).where(eq(id, row.id));
  }
  return rows.length;
}

async function resealChanges(tx: Executor, keys: Keys, which: string): Promise<number> {
  const { reviewId, number, change, patientKey } = reviewChanges;
  const rows = await tx
    .select({ reviewId, number, change, patientKey })
    .from(reviewChanges)
    .where(outdated(patientKey, which, keys))
    .limit(batch)
    .for('update', { skipLocked: true });
  for (const row of rows) {
    const id = `${row.reviewId}/${row.number}`;
    const plain = openField('review_changes', { id, patientKey: row.patientKey }, row.change, keys);
    const sealed = sealPatient(plain, { table: 'review_changes', id }, keys);
    await tx
      .update(reviewChanges)
      .set({ change: sealed.patientId, patientKey: sealed.patientKey })
      .where(and(eq(reviewId, row.reviewId), eq(number, row.number)));
  }
  return rows.length;
}

async function resealPhrases(tx: Executor, keys: Keys, which: string): Promise<number> {
  const { id, content, patientKey } = phrases;
  const rows = await tx
    .select({ id, content, patientKey })
    .from(phrases)
    .where(outdated(patientKey, which, keys))
    .limit(batch)
    .for('update', { skipLocked: true });
  for (const row of rows) {
    const plain = openField('phrases', row, row.content, keys);
    const sealed = sealPatient(plain, { table: 'phrases', id: row.id }, keys);
    await tx
      .update(phrases)
      .set({ content: sealed.patientId, patientKey: sealed.patientKey })
      .where(eq(id, row.id));
  }
  return rows.length;
}

type NewRow = SearchedReport & { readonly id: string; readonly patientGenerated?: boolean | undefined };

/**
 * All columns of a report derived from its patient ID, and from the names that it is searched by as well. A
 * generated ID has no digest, so it matches none.
 */
export function patientColumns(patientId: string, of: NewRow, keys: Keys, names: readonly string[] = []) {
  return {
    ...sealPatient(patientId, { table: 'reports', id: of.id }, keys),
    patientDigest: of.patientGenerated ? null : digestOf(patientId, of.organisationId, keys[0]),
    searchTokens: tokensOf([patientId, ...names], of, keys[0]),
  };
}
