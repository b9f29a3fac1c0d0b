import type { ReadingBase } from '../reading/reading.ts';
import type { AlarmCurve } from './alarm-curve.ts';

/** How a module's alarms can be tuned: only by a score whose curve was measured on sources it never saw. */
export interface AlarmModule {
  /** "Hemorrhage": what the score is of. */
  readonly finding: string;
  readonly curve: AlarmCurve;
  /** A sentence: what the networks that were measured had seen before. */
  readonly protocol: string;
  /** In percent; null where the reading has none. */
  scoreOf(reading: ReadingBase): number | null;
  /** Whether it is urgent for something that the score is not of: no budget silences that. */
  isUrgentOtherwise(reading: ReadingBase): boolean;
}
