interface Selection {
  readonly from: number;
  readonly to: number;
}

/** The text with a phrase in place of what is selected, set apart by a blank, and where the caret stands. */
export function insertAt(
  text: string,
  phrase: string,
  { from, to }: Selection,
): { text: string; caret: number } {
  const [before, after] = [text.slice(0, from), text.slice(to)];
  const left = before === '' || /\s$/.test(before) ? '' : ' ';
  const right = after === '' || /^[\s.,;]/.test(after) ? '' : ' ';
  const start = before + left + phrase;
  return { text: start + right + after, caret: start.length };
}
