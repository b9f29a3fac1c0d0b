import { manifests } from '@second-read/analyses/manifests';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { AppContext } from '../../../context.ts';
import type { AnalysisRow } from '../analyses.repository.ts';

const pictureRoles = ['original', 'segmented', 'overlay', 'figure', 'labels'] as const;
export type PictureRole = (typeof pictureRoles)[number];

/**
 * The upload, a DICOM file without identity. Each attempt has its own, so that a late clean-up cannot hit the
 * next one's.
 */
export function sourceKey(organisationId: string, analysisId: string, uploadId: string): string {
  return `${organisationId}/uploads/${dayOf(analysisId)}/${analysisId}-${uploadId}`;
}

/** Pictures of one run, apart from those of any other run of the same analysis. */
export function pictureKey(
  { organisationId, id }: Pick<AnalysisRow, 'organisationId' | 'id'>,
  runToken: string,
  role: PictureRole,
): string {
  return `${organisationId}/reports/${dayOf(id)}/${id}-${runToken}-${role}.png`;
}

/** The day an id was made (its first 48 bits are milliseconds): one folder per day, not one per analysis. */
function dayOf(id: string): string {
  const made = new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
  return made.toISOString().slice(0, 10);
}

export async function deletePictures(
  row: Pick<AnalysisRow, 'organisationId' | 'id'>,
  runToken: string,
  { blobs }: Pick<AppContext, 'blobs'>,
): Promise<void> {
  await Promise.all(pictureRoles.map((role) => blobs.delete(pictureKey(row, runToken, role))));
}

/** `breast-<id of the analysis>`: an analysis has at most one report. */
export function reportIdOf({ module, id }: { module: AnalysisId; id: string }): string {
  const prefix = manifests.find((manifest) => manifest.id === module)?.reportIdPrefix ?? module;
  return `${prefix}-${id}`;
}
