import type { Lesion } from './lesions.ts';
import { massAboveMm } from './operating-point.ts';

type Sized = Pick<Lesion, 'diameterMm'>;

export const isMass = ({ diameterMm }: Sized) => diameterMm !== null && diameterMm > massAboveMm;

/** What the list of findings calls it; numbered there where several are called so. */
export const nameOf = (lesion: Sized) => (isMass(lesion) ? 'Mass' : 'Nodule');
