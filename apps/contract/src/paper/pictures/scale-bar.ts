/** A bar under which a length of the body is written. */
export interface ScaleBar {
  readonly mm: number;
  readonly words: string;
}

const lengths = [1, 2, 5, 10, 20, 50, 100, 200] as const;
/** The longest bar, as a part of the picture's width. */
const longest = 0.4;

/** The longest round length that fits; null where none does. `widthMm`: what the picture's width spans. */
export function scaleBarOf(widthMm: number): ScaleBar | null {
  const mm = lengths.findLast((length) => length <= longest * widthMm);
  if (mm === undefined) return null;
  return { mm, words: mm < 10 ? `${mm} mm` : `${mm / 10} cm` };
}
