/** Forms of a letter: alone, after a joining letter, before one, between two. */
interface Forms {
  readonly isolated: string;
  readonly final: string;
  readonly initial: string | null;
  readonly medial: string | null;
}

const tatweel = 'ـ';
const transparent = /\p{Mn}/u;
const { letters, lamAlef } = readForms();

/**
 * Replaces Arabic letters by their joined presentation forms and lam-alef by its ligatures, in logical order.
 * jsPDF draws glyphs one by one and knows no OpenType shaping, so the forms must stand in the text itself.
 */
export function shapeArabic(text: string): string {
  if (!/[؀-ۿݐ-ݿ]/.test(text)) return text;
  const characters = joinLamAlef([...text]);
  return characters.map((character, index) => formOf(characters, index, character)).join('');
}

/** The letters of shaped text, to be read aloud and copied; undefined where nothing was shaped. */
export function lettersOf(shaped: string): string | undefined {
  const letters = shaped.replaceAll(/[\ufb50-\ufdff\ufe70-\ufefc]+/g, (forms) => forms.normalize('NFKC'));
  return letters === shaped ? undefined : letters;
}

function formOf(characters: readonly string[], index: number, character: string): string {
  const forms = letters.get(character) ?? lamAlef.get(character);
  if (!forms) return character;
  const before = joinsForward(neighbour(characters, index, -1));
  const after = forms.initial !== null && joinsBackward(neighbour(characters, index, 1));
  if (before && after) return forms.medial ?? forms.final;
  if (before) return forms.final;
  return after ? (forms.initial ?? forms.isolated) : forms.isolated;
}

/** The next character that is not a combining mark, or an empty string. */
function neighbour(characters: readonly string[], index: number, step: 1 | -1): string {
  let at = index + step;
  while (transparent.test(characters[at] ?? '')) at += step;
  return characters[at] ?? '';
}

function joinsForward(character: string): boolean {
  return character === tatweel || (letters.get(character)?.initial ?? null) !== null;
}

function joinsBackward(character: string): boolean {
  const forms = letters.get(character) ?? lamAlef.get(character);
  return character === tatweel || (forms !== undefined && forms.final !== forms.isolated);
}

/** Lam followed by an alef becomes one two-character element, whose forms are in `lamAlef`. */
function joinLamAlef(characters: readonly string[]): string[] {
  const joined: string[] = [];
  for (const character of characters) {
    const pair = `${joined.at(-1) ?? ''}${character}`;
    if (lamAlef.has(pair)) joined[joined.length - 1] = pair;
    else joined.push(character);
  }
  return joined;
}

/**
 * Unicode lists the forms of a letter in a fixed order (isolated, final, initial, medial) and decomposes to
 * it.
 */
function readForms() {
  const found = new Map<string, string[]>();
  for (const [first, last] of [
    [0xfe80, 0xfefc],
    [0xfb50, 0xfbff],
  ] as const) {
    const block = new Map<string, string[]>();
    for (let code = first; code <= last; code += 1) {
      const form = String.fromCharCode(code);
      const base = form.normalize('NFKC');
      if (base !== form) block.set(base, [...(block.get(base) ?? []), form]);
    }
    for (const [base, forms] of block) if (!found.has(base)) found.set(base, forms);
  }
  const entries = [...found].map(([base, forms]) => [base, toForms(forms)] as const);
  return {
    letters: new Map(entries.filter(([base]) => base.length === 1)),
    lamAlef: new Map(entries.filter(([base]) => base.length === 2 && base.startsWith('ل'))),
  };
}

function toForms(forms: readonly string[]): Forms {
  const [isolated = '', final = isolated, initial = null, medial = null] = forms;
  return { isolated, final, initial, medial };
}
