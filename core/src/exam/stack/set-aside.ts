import { isDeclared } from '../../reading/file-facts.ts';
import { modalityWords } from '../../reading/modality-words.ts';
import type { SliceFacts } from '../../series/slice-facts.ts';
import { slicePlane } from './tilt.ts';

/** Why a file is not read with the others. Closed list. */
export type SetAsideReason =
  | 'localizer'
  | 'reformat'
  | 'not_axial'
  | 'not_ct'
  | 'other_reconstruction'
  | 'other_space'
  | 'other_pass'
  | 'no_position'
  | 'duplicate'
  | 'other_patient'
  | 'other_study'
  | 'no_picture';

export interface SetAside {
  readonly file: string;
  readonly reason: SetAsideReason;
  readonly message: string;
}

export const setAsideMessages: Readonly<Record<SetAsideReason, string>> = {
  localizer: 'a localizer',
  reformat: 'a reformat derived from other pictures',
  not_axial: 'not an axial slice',
  not_ct: 'no CT picture',
  other_reconstruction: 'of another reconstruction than the one that is read',
  other_space: 'of another frame of reference than the one that is read',
  other_pass: 'of another pass, phase or reconstruction at the same positions',
  no_position: 'without a position among the slices of the series',
  duplicate: 'at the place of another slice of the series',
  other_patient: 'of another patient than the one that is read',
  other_study: 'of another study than the one that is read',
  no_picture: 'no picture',
};

/** The reason in words; of a slice in another plane, or of another modality, with the name of that. */
export function setAsideMessage(reason: SetAsideReason, facts: SliceFacts): string {
  const { modality = '' } = facts;
  const name =
    reason === 'not_axial'
      ? slicePlane(facts)
      : reason === 'not_ct'
        ? `the file declares ${modalityWords(modality)}`
        : undefined;
  return name === undefined ? setAsideMessages[reason] : `${setAsideMessages[reason]}: ${name}`;
}

/**
 * Why a file is no axial slice of a CT. Files without geometry are taken as they come, and where no other is
 * a CT those that declare nothing, as secondary captures.
 */
export function unfit(facts: SliceFacts, isAmongCt = true): SetAsideReason | undefined {
  const { modality = 'CT' } = facts;
  if (modality !== 'CT' && (isAmongCt || isDeclared({ modality }))) return 'not_ct';
  const types = facts.imageType ?? [];
  if (types.includes('LOCALIZER')) return 'localizer';
  if (
    types.some((type) => type.startsWith('MPR') || type.startsWith('CSA') || type.includes('SCREEN SAVE'))
  ) {
    return 'reformat';
  }
  return (slicePlane(facts) ?? 'axial') === 'axial' ? undefined : 'not_axial';
}
