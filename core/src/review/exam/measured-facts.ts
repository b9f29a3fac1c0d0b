import type { Unit } from '../../reading/measurement.ts';

interface MeasuredFact {
  /** As findings of an exam call it. */
  readonly fact: string;
  readonly quantity: string;
  readonly unit: Unit;
}

/** Numbers that an exam's finding has among its facts, as measurements. */
export const measuredFacts: readonly MeasuredFact[] = [
  { fact: 'shiftMm', quantity: 'shift', unit: 'mm' },
  { fact: 'evansIndex', quantity: 'evans', unit: 'ratio' },
];
