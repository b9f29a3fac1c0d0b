export type FontStyle = 'normal' | 'bold';

/** File names in `apps/contract/fonts`, without extension, which are also jsPDF's font names. */
export const latinFont = 'noto-sans-regular';
export const latinBoldFont = 'noto-sans-bold';
const arabicFont = 'noto-sans-arabic-regular';

/**
 * The font that draws a character. CJK is cut into files of 4096 code points, so that a report loads some
 * hundred kilobytes for the characters it has and nothing where it has none.
 */
export function fontOf(character: string, style: FontStyle): string {
  const code = character.codePointAt(0) ?? 0;
  if (isArabic(code)) return arabicFont;
  if (isCjk(code)) return `noto-sans-cjk-${(code >> 12).toString(16)}`;
  return style === 'bold' ? latinBoldFont : latinFont;
}

/** Every font that these texts need, the Latin ones always. */
export function neededFonts(texts: Iterable<string>): ReadonlySet<string> {
  const needed = new Set([latinFont, latinBoldFont]);
  for (const text of texts) for (const character of text) needed.add(fontOf(character, 'normal'));
  return needed;
}

function isArabic(code: number): boolean {
  return (
    (code >= 0x600 && code <= 0x6ff) ||
    (code >= 0x750 && code <= 0x77f) ||
    (code >= 0xfb50 && code <= 0xfdff) ||
    (code >= 0xfe70 && code <= 0xfefe)
  );
}

function isCjk(code: number): boolean {
  return (code >= 0x3000 && code <= 0xd7ff) || (code >= 0xff00 && code <= 0xffef);
}
