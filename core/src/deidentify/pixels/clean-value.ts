import { cleanFragments, cleanNative, type PixelLayout } from './clean-pixels.ts';

/**
 * The value of the pixel data without anything that is not part of a picture: `parts` are its bytes, for
 * fragments with their items.
 */
export function cleanPixelValue(
  parts: AsyncIterable<Uint8Array>,
  layout: PixelLayout,
  areFragments: boolean,
): AsyncIterable<Uint8Array> {
  if (areFragments) return cleanFragments(parts, layout);
  return layout.coding === 'native' ? cleanNative(parts, layout) : parts;
}
