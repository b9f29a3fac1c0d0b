import { readFile } from 'node:fs/promises';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The text of a PDF, one string a page, words separated by single spaces. */
export async function pdfText(path: string): Promise<string[]> {
  const data = new Uint8Array(await readFile(path));
  const task = getDocument({ data, useSystemFonts: false });
  const document = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const content = await page.getTextContent();
    const words = content.items.map((item) => ('str' in item ? item.str : ''));
    pages.push(words.join(' ').replace(/\s+/g, ' '));
  }
  await task.destroy();
  return pages;
}
