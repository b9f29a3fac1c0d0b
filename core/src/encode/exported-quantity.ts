import { type Code, code } from './code.ts';

interface ExportedQuantity {
  readonly concept: Code;
  readonly unit: Code;
  /** From the unit of the reading to that of the export. */
  readonly scale: number;
}

const volume: ExportedQuantity = {
  concept: code('118565006', 'SCT', 'Volume'),
  unit: code('ml', 'UCUM', 'Milliliter'),
  scale: 1 / 1000,
};

const diameter: ExportedQuantity = {
  concept: code('81827009', 'SCT', 'Diameter'),
  unit: code('mm', 'UCUM', 'Millimeter'),
  scale: 1,
};

/**
 * What a measured quantity of a lesion is called elsewhere: its volume (mm³ in the reading), else its
 * diameter (mm).
 */
export function exportedQuantity(quantity: string): ExportedQuantity {
  return quantity === 'volume' ? volume : diameter;
}
