/**
 * Characters that show nothing, or turn the order of others round: control characters, the marks and
 * overrides of the bidirectional algorithm, zero-width spaces. Joiners stay: some scripts cannot be written
 * without them.
 */
const unseen =
  /[\p{Cc}\u{AD}\u{61C}\u{180E}\u{200B}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}-\u{206F}\u{FEFF}\u{FFF9}-\u{FFFB}]/gu;

/**
 * Text that others typed, as it may be shown: what would be unseen is marked, so that no ID looks like
 * another's.
 */
export function visibleText(text: string): string {
  return text.replaceAll(unseen, '\u{FFFD}');
}
