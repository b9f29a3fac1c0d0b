import type { PageFlow } from '../draw/page-flow.ts';

/** A row of two columns: what it is about, and what is said of it; without a head one cell over both. */
export function tagRow(
  { tags }: PageFlow,
  { head, cell }: { readonly head?: () => void; readonly cell: () => void },
): void {
  tags.tag('TR', () => {
    if (head) tags.tag('TH', head, { attributes: '<</O /Table /Scope /Row>>' });
    tags.tag('TD', cell, head ? {} : { attributes: '<</O /Table /ColSpan 2>>' });
  });
}

/** The row above all others: what each column holds. */
export function tagHeadRow({ tags }: PageFlow, cells: readonly (() => void)[]): void {
  tags.tag('TR', () => {
    for (const cell of cells) tags.tag('TH', cell, { attributes: '<</O /Table /Scope /Column>>' });
  });
}
