import { z } from 'zod';
import type { SliceFacts } from '../../series/slice-facts.ts';

/** Convolution Kernel (0018,1210): a short string (PS3.5) of letters, digits and a few signs. */
export const kernelName = z.string().regex(/^[\w .+/^\\-]{1,16}$/);

const sharpWords = /bone|lung|edge|detail|sharp|ultra|\bhr\b|hrct|osseous|knochen|inner ?ear/i;
const softWords = /stand|\bstd\b|soft|smooth|brain|parenchym|medias|hirn/i;

/**
 * Canon and Toshiba number their filters: 3x are for bone, 5x and 8x for lung and bone in high resolution.
 */
const canon = /^FC(\d)\d/i;
/** Philips: letters from smooth to sharp, with Y for the body and U for the brain. */
const philips = /^(?:Y?([A-F])|U[A-C]|(L)|EC)$/;
/** Siemens: a region, then a number that rises with sharpness (B30f, H60s, Br40, J30s). */
const siemens = /^[A-Z][a-z]?(\d\d)/;
const siemensSharpFrom = 50;

/**
 * Whether a reconstruction's filter is a soft or a sharp one, by the name its maker gives it (GE and United
 * write words, Fuji words or bare numbers), else by the words of the series' description. Undefined where
 * neither tells.
 */
export function kernelKind(name: string | undefined, description?: string): 'soft' | 'sharp' | undefined {
  return (name === undefined ? undefined : kindOfName(name)) ?? kindOfWords(description ?? '');
}

/** The same of a file's head; of one that was cleaned as its original said. */
export function sharpnessOf({
  kernel,
  description,
  sharpness,
}: Pick<SliceFacts, 'kernel' | 'description' | 'sharpness'>): 'soft' | 'sharp' | undefined {
  return sharpness ?? kernelKind(kernel, description);
}

function kindOfName(name: string): 'soft' | 'sharp' | undefined {
  const tens = canon.exec(name)?.[1];
  if (tens !== undefined) return '3589'.includes(tens) ? 'sharp' : 'soft';
  const letters = philips.exec(name);
  if (letters) return letters[2] || name === 'EC' || 'CDEF'.includes(letters[1] ?? 'A') ? 'sharp' : 'soft';
  const number = siemens.exec(name)?.[1];
  if (number !== undefined) return Number(number) >= siemensSharpFrom ? 'sharp' : 'soft';
  return kindOfWords(name);
}

/** United joins words by lines: `H_SHARP_B`. */
function kindOfWords(text: string): 'soft' | 'sharp' | undefined {
  const words = text.replaceAll('_', ' ');
  return sharpWords.test(words) ? 'sharp' : softWords.test(words) ? 'soft' : undefined;
}
