/** A piece of running text. */
export type Span =
  | { readonly kind: 'text' | 'strong' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string };

export type Block =
  | { readonly kind: 'paragraph'; readonly spans: readonly Span[] }
  | { readonly kind: 'steps' | 'points'; readonly items: readonly (readonly Span[])[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Span[])[])[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'picture'; readonly alt: string; readonly file: string };

/** A task of a page: what is under one heading. */
export interface Section {
  readonly id: string;
  readonly heading: string;
  readonly blocks: readonly Block[];
}

export interface HelpPage {
  readonly title: string;
  /** Before the first heading of a task. */
  readonly lead: readonly Block[];
  readonly sections: readonly Section[];
}

/** The part of Markdown that the handbook uses: headings, paragraphs, lists, tables, code and pictures. */
export function parsePage(markdown: string): HelpPage {
  const [head = '', ...tasks] = markdown.split(/^## /m);
  const [title = '', ...lead] = head.split('\n');
  return {
    title: title.replace(/^# /, ''),
    lead: blocksOf(lead.join('\n')),
    sections: tasks.map((task) => {
      const [heading = '', ...rest] = task.split('\n');
      return { id: slugOf(heading), heading, blocks: blocksOf(rest.join('\n')) };
    }),
  };
}

export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

function blocksOf(markdown: string): Block[] {
  // Code keeps its empty lines.
  return markdown
    .split(/(^```[\s\S]*?^```$)|\n\s*\n/m)
    .flatMap((part = '') => (part.trim() === '' ? [] : [blockOf(part.trim())]));
}

function blockOf(part: string): Block {
  const picture = /^!\[(.*)\]\((.*)\)$/.exec(part);
  if (picture) return { kind: 'picture', alt: picture[1] ?? '', file: picture[2]?.split('/').at(-1) ?? '' };
  if (part.startsWith('```')) return { kind: 'code', text: part.replaceAll(/^```\n?|\n?```$/g, '') };
  if (part.startsWith('|')) return { kind: 'table', rows: rowsOf(part) };
  if (/^\d+\. /.test(part)) return { kind: 'steps', items: itemsOf(part, /^\d+\. /m) };
  if (part.startsWith('- ')) return { kind: 'points', items: itemsOf(part, /^- /m) };
  return { kind: 'paragraph', spans: spansOf(part) };
}

function itemsOf(part: string, mark: RegExp): Span[][] {
  return part
    .split(mark)
    .filter((item) => item.trim() !== '')
    .map(spansOf);
}

function rowsOf(part: string): Span[][][] {
  return part
    .split('\n')
    .filter((line) => !/^\|[-|\s]+$/.test(line))
    .map((line) => line.split('|').slice(1, -1).map(spansOf));
}

const marks = /\*\*(.+?)\*\*|`(.+?)`|\[(.+?)\]\((.+?)\)/g;

function spansOf(text: string): Span[] {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  const spans: Span[] = [];
  let from = 0;
  for (const match of line.matchAll(marks)) {
    const [, strong, code, label, to = ''] = match;
    if (match.index > from) spans.push({ kind: 'text', text: line.slice(from, match.index) });
    if (strong !== undefined) spans.push({ kind: 'strong', text: strong });
    else if (code !== undefined) spans.push({ kind: 'code', text: code });
    else spans.push({ kind: 'link', text: label ?? '', to });
    from = match.index + match[0].length;
  }
  if (from < line.length) spans.push({ kind: 'text', text: line.slice(from) });
  return spans;
}

/** All words of a section, for the search. */
export function wordsOf({ heading, blocks }: Section): string {
  const spans = blocks.flatMap((block) => {
    if (block.kind === 'paragraph') return block.spans;
    if (block.kind === 'table') return block.rows.flat(2);
    return 'items' in block ? block.items.flat() : [];
  });
  const codes = blocks.flatMap((block) => (block.kind === 'code' ? [block.text] : []));
  return [heading, ...spans.map(({ text }) => text), ...codes].join(' ').toLowerCase();
}
