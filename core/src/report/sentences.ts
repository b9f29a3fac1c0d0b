/** The sentences of a text. A decimal point, and a point before a small letter, end none. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+(?=[\p{Lu}\d])/u).filter((sentence) => sentence !== '');
}

/** "(pixel size unknown) (model score 61.0 %)" in one pair of brackets. */
export function joinBrackets(sentence: string): string {
  return sentence.replaceAll(') (', '; ');
}

/** With a capital first letter. */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "a", "a and b", "a, b and c". */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** "Mass", "Nodule 1", "Nodule 2": numbered where a name occurs more than once. */
export function numbered(names: readonly string[]): string[] {
  return names.map((name, at) => {
    const alike = names.filter((other) => other === name).length;
    const before = names.slice(0, at).filter((other) => other === name).length;
    return alike > 1 ? `${name} ${before + 1}` : name;
  });
}
