import type { jsPDF } from 'jspdf';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** What a screen reader is given: the tags of all pages with the words within them, in order. */
export interface Heard {
  readonly role: string;
  readonly alt?: string;
  readonly text: string;
}

type Tree = NonNullable<
  Awaited<ReturnType<Awaited<ReturnType<PDFDocumentProxy['getPage']>>['getStructTree']>>
>;
type Kid = Tree['children'][number];

/** Reads a finished PDF back with pdf.js. */
export async function heard(pdf: jsPDF): Promise<Heard[]> {
  const task = getDocument({ data: new Uint8Array(pdf.output('arraybuffer')), useSystemFonts: false });
  const document = await task.promise;
  const all: Heard[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const words = await wordsByMark(page);
    const tree = await page.getStructTree();
    if (tree) all.push(...tree.children.flatMap((kid) => listen(kid, words)));
  }
  await task.destroy();
  return all;
}

type Page = Awaited<ReturnType<PDFDocumentProxy['getPage']>>;

/** The text of each piece of marked content; outside of all: under an empty name. */
async function wordsByMark(page: Page): Promise<Map<string, string>> {
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const words = new Map<string, string>();
  const open: string[] = [];
  for (const item of items) {
    if ('str' in item) {
      const mark = open.at(-1) ?? '';
      words.set(mark, `${words.get(mark) ?? ''}${item.str}`);
    } else if (item.type === 'endMarkedContent') open.pop();
    else open.push('id' in item && item.id ? String(item.id) : 'artifact');
  }
  return words;
}

function listen(kid: Kid, words: ReadonlyMap<string, string>): Heard[] {
  if (!('children' in kid)) return [];
  const own = kid.children.map((each) => ('id' in each ? (words.get(String(each.id)) ?? '') : ''));
  const alt: unknown = Reflect.get(kid, 'alt');
  const here = {
    role: kid.role,
    text: own.join(' ').replaceAll(/\s+/g, ' ').trim(),
    ...(typeof alt === 'string' && { alt }),
  };
  return [here, ...kid.children.flatMap((each) => listen(each, words))];
}

/** Drawing operators that stand in neither tag nor artifact: what a screen reader cannot place. */
export function untagged(pdf: jsPDF): string[] {
  const internals: object = pdf.internal;
  const pages: (string[] | undefined | null)[] = Reflect.get(internals, 'pages');
  return pages.flatMap((operators) => {
    let depth = 0;
    return (operators ?? [])
      .join('\n')
      .split('\n')
      .filter((line) => {
        if (/ (BDC|BMC)$/.test(line)) depth += 1;
        if (line === 'EMC') depth -= 1;
        return depth === 0 && /(^|\s)(Tj|TJ|Do|f|F|S|B|re|l|c)$/.test(line);
      });
  });
}
