import type { BrainReading } from '../../reading/schema.ts';
import { type MeasuredNumbers, measurementsOf } from '../measure/measurements.test-support.ts';
import { diagnose } from './diagnosis.ts';
import { observe } from './observations.ts';
import { toReading } from './to-reading.ts';

/** What the engine states of a slice with these numbers; nothing is outlined. */
export function readingOf(numbers: MeasuredNumbers): BrainReading {
  const measured = measurementsOf(numbers);
  const seen = observe(measured);
  const labels = { width: 1, height: 1, data: new Uint8Array(1) };
  return toReading({ measured, seen, labels, comments: diagnose(measured, seen) });
}
