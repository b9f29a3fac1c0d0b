import type { Rule } from '@second-read/core/reading/category';
import type { Measurements } from '../measure/measurements.ts';
import { haemorrhageFrom } from '../measure/operating-point.ts';

/** What led to the conclusion, in the order in which the report lists it. */
export function rulesOf(m: Measurements): Rule[] {
  const { probability, position } = m.bleeding;
  const degrees = ((m.upright.turn * 180) / Math.PI).toFixed(1);
  return [
    {
      id: 'level',
      values: { level: m.level, position },
      text: `level: ${m.level} (place in the scan ${position.toFixed(2)}, 0 skull base, 1 vertex)`,
    },
    {
      id: 'haemorrhage',
      values: { probability, from: haemorrhageFrom },
      text: `hemorrhage: probability ${probability.toFixed(3)}, reported from ${haemorrhageFrom}`,
    },
    { id: 'densities', values: densityValues(m.density), text: `densities: ${densityWords(m.density)}` },
    ...(m.unlike.length === 0 ? [] : [unlikeRule(m.unlike)]),
    {
      id: 'orientation',
      values: { turnDegrees: Number(degrees) },
      text: `head turned by ${degrees}° to stand upright`,
    },
  ];
}

function unlikeRule(unlike: readonly string[]): Rule {
  const text = `unlike the pictures it was measured on: shows ${unlike.join(', ')}`;
  return { id: 'unlike_measured', values: { reasons: unlike.length }, text };
}

function densityValues({ source, window }: Measurements['density']): Rule['values'] {
  return window === undefined
    ? { source }
    : { source, width: window.width, centre: window.centre, spread: window.spread };
}

function densityWords({ source, window }: Measurements['density']): string {
  if (source === 'measured') return 'Hounsfield units of the file';
  if (window === undefined) return "assumed from the picture's most frequent gray";
  const { width, centre, spread } = window;
  return `estimated from the picture, window W${width.toFixed(0)} C${centre.toFixed(0)} (width ±${(100 * spread).toFixed(0)} %)`;
}
