import type { ExamFinding } from '@second-read/core/exam/report/exam-report';
import type { Side } from '@second-read/core/reading/finding';
import { massAboveMm } from './operating-point.ts';

type Typed = Pick<ExamFinding, 'type'>;

/** The type of a lesion by its mean diameter. */
export function lesionType(diameterMm: number | null): 'mass' | 'nodule' {
  return diameterMm !== null && diameterMm > massAboveMm ? 'mass' : 'nodule';
}

export const isMass = ({ type }: Typed) => type === 'mass';

/** What the list of findings calls it; numbered there where several are called so. */
export const nameOf = (lesion: Typed) => (isMass(lesion) ? 'Mass' : 'Nodule');

/** "in the left lung", "in both lungs" */
export const inLung = (side: Side) => (side === 'both' ? 'in both lungs' : `in the ${side} lung`);
