import type { StoredSlice } from '@second-read/core/exam/stored-exam';
import {
  type NoVolume,
  noVolumeWords,
  type VolumeGeometry,
  volumeGeometry,
} from '@second-read/core/volume/volume-geometry';
import type { ExamSlicePicture } from '../../../api/reports/reports.ts';

/** The volume that the slices of an exam make, or why they make none, as a sentence. */
export type ExamVolume =
  | { readonly ok: true; readonly geometry: VolumeGeometry; readonly pictures: readonly ExamSlicePicture[] }
  | { readonly ok: false; readonly why: string };

/** @param slices that were read, in the order of the stack. */
export function examVolume(
  slices: readonly StoredSlice[],
  pictures: readonly ExamSlicePicture[],
): ExamVolume {
  const byFile = new Map(pictures.map((picture) => [picture.file, picture]));
  const own = slices.flatMap(({ file }) => byFile.get(file) ?? []);
  if (own.length < slices.length) return { ok: false, why: sentence('no_geometry') };
  const made = volumeGeometry(
    own.map(({ pixelMm, geometry }, at) => ({
      ...{ width: slices[at]?.width ?? 0, height: slices[at]?.height ?? 0, pixelMm },
      place: geometry && {
        ...{ position: geometry.position, rowDirection: geometry.row, columnDirection: geometry.column },
      },
      thicknessMm: geometry?.thickness_mm ?? null,
    })),
  );
  return made.ok
    ? { ok: true, geometry: made.geometry, pictures: own }
    : { ok: false, why: sentence(made.reason) };
}

function sentence(reason: NoVolume): string {
  return `Coronal and sagittal planes are not offered: ${noVolumeWords[reason]}.`;
}
