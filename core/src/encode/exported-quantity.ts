import { type Code, code, ownCode } from '../reading/code.ts';
import type { Measurement, Unit } from '../reading/measurement.ts';
import { capitalized } from '../report/sentences.ts';

export interface ExportedQuantity {
  readonly concept: Code;
  readonly value: number;
  readonly unit: Code;
}

/** Other quantities are called as the reading calls them. Own values have 16 letters at most (PS3.5, SH). */
const concepts: Readonly<Record<string, Code>> = {
  volume: code('118565006', 'SCT', 'Volume'),
  mean_diameter: code('81827009', 'SCT', 'Diameter'),
  longest_diameter: code('103339001', 'SCT', 'Long Axis'),
  area: code('42798000', 'SCT', 'Area'),
  length: code('410668003', 'SCT', 'Length'),
  angle: code('1483009', 'SCT', 'Angle'),
  estimated_diameter: ownCode('EST_DIAMETER', 'Diameter estimated without pixel spacing'),
  share_of_breast_width: ownCode('WIDTH_SHARE', 'Share of the breast width'),
  density_difference: ownCode('DENSITY_DIFF', 'Density difference'),
  evans: ownCode('EVANS_INDEX', 'Evans index'),
  malignancy: ownCode('MALIGNANCY', 'Malignancy score of the algorithm'),
};

/** An area given as a share of its organ. */
const areaShare = ownCode('AREA_SHARE', 'Share of the area');

const exportedUnits: Readonly<Record<Unit, Code>> = {
  mm: code('mm', 'UCUM', 'Millimeter'),
  px: code('{pixels}', 'UCUM', 'Pixels'),
  mm2: code('mm2', 'UCUM', 'Square millimeter'),
  mm3: code('ml', 'UCUM', 'Milliliter'),
  px2: code('{pixels}', 'UCUM', 'Pixels'),
  percent: code('%', 'UCUM', 'Percent'),
  count: code('{count}', 'UCUM', 'Count'),
  ratio: code('1', 'UCUM', 'No units'),
  HU: code("[hnsf'U]", 'UCUM', 'Hounsfield unit'),
  deg: code('deg', 'UCUM', 'Degree'),
};

/** A measurement as it is called and counted elsewhere: volumes in milliliters, to three decimal places. */
export function exportedQuantity({ quantity, value, unit }: Measurement): ExportedQuantity {
  const scale = unit === 'mm3' ? 1 / 1000 : 1;
  return {
    concept: conceptOf(quantity, unit),
    value: Number((value * scale).toFixed(3)),
    unit: exportedUnits[unit],
  };
}

function conceptOf(quantity: string, unit: Unit): Code {
  if (quantity === 'area' && unit === 'percent') return areaShare;
  const words = quantity.replaceAll('_', ' ');
  const meaning = capitalized(words);
  return concepts[quantity] ?? ownCode(quantity.toUpperCase().slice(0, 16), meaning);
}
