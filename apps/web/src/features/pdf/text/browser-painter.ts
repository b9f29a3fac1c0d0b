import type { FontStyle } from '@second-read/contract/paper/text/fonts';
import type { TextPainter } from '@second-read/contract/paper/text/text-painter';

const measured = 32;
const fonts = 'system-ui, "Noto Sans", sans-serif, "Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji"';
const fontOf = (size: number, weight: FontStyle) => `${weight === 'bold' ? 700 : 400} ${size}px ${fonts}`;
/** No character, and none to come. */
const noCharacter = '\u{10ffff}';

/** Null in a browser without a canvas for workers. */
export function browserPainter(): TextPainter | null {
  if (typeof OffscreenCanvas === 'undefined') return null;
  const canvas = (width: number, height: number) =>
    new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  const ruler = canvas(measured * 2, measured * 2);
  if (!ruler) return null;
  const pixelsOf = (character: string) => {
    ruler.clearRect(0, 0, measured * 2, measured * 2);
    ruler.font = fontOf(measured, 'normal');
    ruler.fillText(character, 4, measured * 1.5);
    return ruler.getImageData(0, 0, measured * 2, measured * 2).data.join();
  };
  const box = pixelsOf(noCharacter);
  const known = new Map<string, boolean>();
  return {
    canDraw: (character) => {
      const can = known.get(character) ?? pixelsOf(character) !== box;
      known.set(character, can);
      return can;
    },
    measure: (text, weight) => {
      ruler.font = fontOf(measured, weight);
      return ruler.measureText(text).width / measured;
    },
    paint: (text, { size, weight, colour, rightToLeft }) => {
      ruler.font = fontOf(size, weight);
      const width = Math.max(1, Math.ceil(ruler.measureText(text).width));
      // Room for marks above and below.
      const [height, baseline] = [Math.ceil(size * 1.6), Math.ceil(size * 1.15)];
      const context = canvas(width, height);
      if (!context) throw new Error('no canvas');
      context.font = fontOf(size, weight);
      context.direction = rightToLeft ? 'rtl' : 'ltr';
      context.textAlign = 'left';
      context.fillStyle = `rgb(${colour.join(' ')})`;
      context.fillText(text, 0, baseline);
      const { data } = context.getImageData(0, 0, width, height);
      return { data, width, height, ascent: baseline / height };
    },
  };
}
