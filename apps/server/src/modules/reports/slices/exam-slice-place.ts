import type { ExamSlicesReply } from '@second-read/contract/reports';
import { hangingOf } from '@second-read/core/exam/hanging';
import type { SliceFacts } from '@second-read/core/series/slice-facts';
import type { ExamSliceRecord } from '../../../platform/database/tables/analyses.ts';

type Place = Pick<ExamSlicesReply[number], 'pixel_mm' | 'geometry' | 'hanging'>;

/** Where a slice lies in the patient, and how a view hangs; null where the file does not say. */
export function placeOf({ outcome, facts }: ExamSliceRecord): Place {
  if (outcome.status !== 'read') return { pixel_mm: null, geometry: null, hanging: null };
  const hanging = hangingOf(outcome.evidence.facts);
  return {
    pixel_mm: outcome.pixelMm,
    geometry: geometryOf(facts),
    hanging: hanging
      ? {
          ...{ side: hanging.side, side_told: hanging.isSideTold },
          ...{ view: hanging.view, view_told: hanging.isViewTold, mirrored: hanging.isMirrored },
        }
      : null,
  };
}

function geometryOf({ position, rowDirection, columnDirection, thicknessMm }: SliceFacts): Place['geometry'] {
  if (!position || !rowDirection || !columnDirection) return null;
  return {
    position: [...position],
    row: [...rowDirection],
    column: [...columnDirection],
    thickness_mm: thicknessMm ?? null,
  };
}
