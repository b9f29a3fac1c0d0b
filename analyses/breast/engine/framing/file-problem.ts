import type { Study } from '@second-read/core/decode/study';

/** Why a file says that its picture is no standard view of one breast. */
type FileProblem = 'magnified' | 'spot' | 'partial' | 'specimen' | 'both' | 'implant';

/** Contact views are magnified by 1.0 to 1.1, magnification views by 1.5 to 2 (ACR, mammography manual). */
const magnifiedFrom = 1.3;

/**
 * What a mammogram's file says against reading its picture; null where it says nothing. A file may not say
 * it, so `viewProblemOf` looks at the pixels as well.
 */
export function fileProblemOf({ source }: Pick<Study, 'source'>): FileProblem | null {
  const { mammogram } = source;
  if (mammogram === undefined) return null;
  const { modifiers, magnification = 1, hasImplant = false } = mammogram;
  const has = (...names: (typeof modifiers)[number][]) => names.some((name) => modifiers.includes(name));
  if (has('specimen')) return 'specimen';
  if (has('magnification') || magnification >= magnifiedFrom) return 'magnified';
  if (has('spot_compression')) return 'spot';
  if (mammogram.showsBothBreasts) return 'both';
  if (mammogram.isPartial || has(...partialViews)) return 'partial';
  return hasImplant && !has('implant_displaced') ? 'implant' : null;
}

const partialViews = ['tangential', 'cleavage', 'axillary_tail', 'inframammary_fold'] as const;

const standard = 'Please upload the whole CC or MLO view.';

export const fileProblemMessages: Readonly<Record<FileProblem, string>> = {
  magnified: `Not assessed: the file says that this is a magnification view. ${standard}`,
  spot: `Not assessed: the file says that this is a spot compression view. ${standard}`,
  partial: `Not assessed: the file says that this shows a part of the breast only. ${standard}`,
  specimen: 'Not assessed: the file says that this shows a specimen, not a breast.',
  both: 'Not assessed: the file says that this picture shows both breasts. Please upload each standard view as a picture of its own.',
  implant:
    'Not assessed: the file says that there is an implant, which hides tissue and misleads the search. Please upload an implant-displaced view.',
};
