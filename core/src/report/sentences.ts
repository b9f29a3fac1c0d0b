/** The sentences of a report, in the order in which a colleague dictates them. */
export interface ReportSections {
  readonly findings: readonly string[];
  /** What was not looked for or not read, with the reasons. */
  readonly notAssessed: readonly string[];
  /** How the pictures were taken and read, and what follows for trust in the report. */
  readonly technique: readonly string[];
}

const notAssessed = [
  /^(also )?not (assessed|read)\b/i,
  /^Missing views?\b/,
  /^[^;:]+: (parenchymal volume: )?not (assessed|measurable)\b/,
  /\b(is|are|was|were) not (assessed|read)\b/,
];
const technique = [
  /^(Technique|Picture quality|Series)\b/,
  /^(A single slice|Lung-RADS|Slices \d|The window)\b/,
  /\bslices? (were read|(is|are) missing)\b/,
];

/** The sentences of a text. A decimal point, and a point before a small letter, end none. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+(?=[\p{Lu}\d])/u).filter((sentence) => sentence !== '');
}

/** "(pixel size unknown) (model score 61.0 %)" in one pair of brackets. */
export function joinBrackets(sentence: string): string {
  return sentence.replaceAll(') (', '; ');
}

/** Puts what was not assessed behind the findings, and technique and limits last; nothing is said twice. */
export function inOrder(sentences: readonly string[]): ReportSections {
  const distinct = [...new Set(sentences)];
  const isOf = (kinds: readonly RegExp[]) => (sentence: string) => kinds.some((kind) => kind.test(sentence));
  const [isLeftOut, isTechnique] = [isOf(notAssessed), isOf(technique)];
  return {
    findings: distinct.filter((sentence) => !isLeftOut(sentence) && !isTechnique(sentence)),
    notAssessed: distinct.filter(isLeftOut),
    technique: distinct.filter((sentence) => !isLeftOut(sentence) && isTechnique(sentence)),
  };
}

/** With a capital first letter. */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "Not dilated" of `not_dilated`. */
export function codeWords(code: string): string {
  return capitalized(code.replaceAll('_', ' '));
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
