import type { SliceFacts } from '../../series/slice-facts.ts';
import { isAxial } from './tilt.ts';

/** Why a file is not read with the others. Closed list. */
export type SetAsideReason =
  | 'localizer'
  | 'reformat'
  | 'not_axial'
  | 'not_ct'
  | 'other_reconstruction'
  | 'duplicate'
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
  duplicate: 'at the place of another slice of the series',
  no_picture: 'no picture',
};

/** Why a file is no axial slice of a CT. Files without geometry are taken as they come. */
export function unfit(facts: SliceFacts): SetAsideReason | undefined {
  if (facts.modality !== undefined && facts.modality !== 'CT') return 'not_ct';
  const types = facts.imageType ?? [];
  if (types.includes('LOCALIZER')) return 'localizer';
  if (
    types.some((type) => type.startsWith('MPR') || type.startsWith('CSA') || type.includes('SCREEN SAVE'))
  ) {
    return 'reformat';
  }
  return isAxial(facts) === false ? 'not_axial' : undefined;
}
