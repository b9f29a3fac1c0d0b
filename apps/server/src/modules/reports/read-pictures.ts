import type { PicturesKnownReply, UploadedPicture } from '@second-read/contract/reports';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { AppContext } from '../../context.ts';
import { analyses, reports } from '../../platform/database/schema.ts';
import { digestOf, pictureDigests } from '../patients/index.ts';

interface Wanted {
  readonly organisationId: string;
  /** Only what this account uploaded. */
  readonly userId?: string;
  readonly module: AnalysisId;
  readonly pictures: readonly UploadedPicture[];
  /** Undefined where none was entered. */
  readonly patientId: string | undefined;
}

/** Which of the pictures have a report that still stands, and the newest of these. */
export async function findReadPictures(
  wanted: Wanted,
  context: Pick<AppContext, 'db' | 'config'>,
): Promise<PicturesKnownReply> {
  const { organisationId, module, pictures, patientId } = wanted;
  const { keys } = context.config;
  const files = new Map<string, string>();
  for (const sha256 of new Set(pictures.map((each) => each.sha256)))
    for (const digest of pictureDigests({ organisationId, module, sha256 }, keys)) files.set(digest, sha256);
  const isWanted = new Set(pictures.map(({ sha256, frame }) => `${sha256} ${frame ?? ''}`));
  const rows = (await findReads(wanted, [...files.keys()], context)).flatMap((row) => {
    const picture = `${files.get(row.pictureDigest ?? '')} ${row.frame ?? ''}`;
    return isWanted.has(picture) ? [{ ...row, picture }] : [];
  });
  const newest = rows.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0];
  const known = new Set(rows.map(({ picture }) => picture)).size;
  if (!newest) return { known, latest: null };
  const patient = patientId === undefined ? [] : keys.map((key) => digestOf(patientId, organisationId, key));
  const latest = {
    id: newest.id,
    created_at: newest.createdAt.toISOString(),
    ...(newest.batchId !== null && { series_id: newest.batchId }),
    same_patient: newest.patientDigest !== null && patient.includes(newest.patientDigest),
  };
  return { known, latest };
}

/** The newest report of each file and frame. An erased report is none. */
function findReads(
  { organisationId, userId, module }: Wanted,
  digests: readonly string[],
  { db }: Pick<AppContext, 'db'>,
) {
  const { pictureDigest, frame, batchId } = analyses;
  const { id, createdAt, patientDigest } = reports;
  return db
    .selectDistinctOn([pictureDigest, frame], { pictureDigest, frame, batchId, id, createdAt, patientDigest })
    .from(analyses)
    .innerJoin(reports, eq(reports.analysisId, analyses.id))
    .where(
      and(
        inArray(pictureDigest, [...digests]),
        eq(reports.organisationId, organisationId),
        eq(reports.module, module),
        userId === undefined ? undefined : eq(reports.userId, userId),
      ),
    )
    .orderBy(pictureDigest, frame, desc(createdAt));
}
