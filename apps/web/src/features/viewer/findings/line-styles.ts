/** How the outline of a finding type is drawn, in the picture and in the legend. */
export interface LineStyle {
  /** `stroke-dasharray`; undefined: solid. */
  readonly dash: string | undefined;
  readonly border: 'solid' | 'dashed' | 'dotted' | 'double';
}

const styles: readonly LineStyle[] = [
  { dash: undefined, border: 'solid' },
  { dash: '8 4', border: 'dashed' },
  { dash: '2 4', border: 'dotted' },
  { dash: '10 3 2 3', border: 'double' },
];

/** Of the `at`th type in the picture: who cannot tell the colors apart tells the lines apart. */
export function lineStyle(at: number): LineStyle {
  return styles[at % styles.length] ?? { dash: undefined, border: 'solid' };
}
