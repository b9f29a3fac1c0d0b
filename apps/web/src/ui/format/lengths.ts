import { preferencesNow } from '../preferences.ts';

const isCm = () => preferencesNow().units === 'cm';

/** "12.3 mm", or "1.23 cm" where the account reads centimeters. `digits` are those of millimeters. */
export function lengthWords(mm: number, digits = 1): string {
  return isCm() ? `${(mm / 10).toFixed(digits + 1)} cm` : `${mm.toFixed(digits)} mm`;
}

/** "98.1 mm²", or "0.981 cm²". */
export function areaWords(mm2: number, digits = 1): string {
  return isCm() ? `${(mm2 / 100).toFixed(digits + 2)} cm²` : `${mm2.toFixed(digits)} mm²`;
}

/**
 * Lengths, areas, and those that share a unit: "12 × 9 mm", "5.0 to 7.2 mm". Not a volume.
 */
const measured = /(?<![\d.,])(\d+(?:\.\d+)?(?:(?: ?[×–-] ?| to | and | by )\d+(?:\.\d+)?)*) mm(²?)(?![\w³])/g;
/** How thick slices are and how far apart, everybody gives in millimeters. */
const ofSlices = /\bslices? of\b|\bapart\b|\bthick|\bslab\b|\bspacing\b/i;

/**
 * A sentence of a report as it is shown on screen, in the units that the account reads. Documents that leave
 * the screen have millimeters.
 */
export function inUnits(text: string): string {
  // No line begins with a percent sign.
  const shown = text.replace(/(?<=\d) %/g, '\u00a0%');
  if (!isCm() || ofSlices.test(text)) return shown;
  return shown.replace(measured, (_whole, values: string, square: string) => {
    const [share, more] = square ? [100, 2] : [10, 1];
    const own = values.replace(/\d+(?:\.\d+)?/g, (value) => {
      const digits = value.split('.')[1]?.length ?? 0;
      return (Number(value) / share).toFixed(digits + more);
    });
    return `${own} cm${square}`;
  });
}
