import type { ModalityScores } from '../../../modality/gate.ts';
import type { Levels } from './levels.ts';

/**
 * Probability of the gate from which on a slice lies at the level of the lungs. Where a window shows fat as
 * black as air, what looks like lung may be the fat around the bowel. Chosen on slices of sources that the
 * network was not trained on (metrics.json of the gate, `lung_level`).
 */
const levelFrom = { fatIsBlack: 0.18, fatIsGray: 0.02 };

export const isLungLevel = (
  { lungLevel }: Pick<ModalityScores, 'lungLevel'>,
  { isAirBlack }: Pick<Levels, 'isAirBlack'>,
): boolean => lungLevel >= (isAirBlack ? levelFrom.fatIsBlack : levelFrom.fatIsGray);

/** Whether the gate finds it likelier that a slice lies above or below the lungs. */
export const mayBeAway = ({ lungLevel }: Pick<ModalityScores, 'lungLevel'>): boolean => lungLevel < 0.5;
