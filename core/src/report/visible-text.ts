/**
 * Invisible or direction-changing characters: control characters, the marks and overrides of the
 * bidirectional algorithm, zero-width spaces. Joiners stay: some scripts need them.
 */
const unseen =
  /[\p{Cc}\u{AD}\u{61C}\u{180E}\u{200B}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}-\u{206F}\u{FEFF}\u{FFF9}-\u{FFFB}]/gu;

/**
 * Text typed by others, made safe to show: invisible characters are marked, so that no ID looks like
 * another's.
 */
export function visibleText(text: string): string {
  return text.replaceAll(unseen, '\u{FFFD}');
}
