/** One line of the palette: a screen, an action or a report. */
export interface PaletteEntry {
  readonly id: string;
  readonly group: 'Reports' | 'Screens' | 'Actions';
  readonly label: string;
  /** Beside the label, quieter. */
  readonly hint?: string;
  /** Other words by which it is looked for. */
  readonly words?: string;
  run(): void;
}

/** Entries in which every typed word occurs; those whose label begins with what was typed come first. */
export function matching(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return [...entries];
  const found = entries.filter(({ label, hint = '', words: others = '' }) => {
    const text = `${label} ${hint} ${others}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const begins = ({ label }: PaletteEntry) => Number(label.toLowerCase().startsWith(first));
  return found.toSorted((a, b) => begins(b) - begins(a));
}
