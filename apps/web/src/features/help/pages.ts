import administrator from '../../../../../docs/handbook/administrator.md?raw';
import it from '../../../../../docs/handbook/it.md?raw';
import phone from '../../../../../docs/handbook/phone.md?raw';
import reader from '../../../../../docs/handbook/reader.md?raw';
import { type HelpPage, parsePage, type Section, wordsOf } from './parse-page.ts';

export const helpPageIds = ['reader', 'phone', 'administrator', 'it'] as const;
export type HelpPageId = (typeof helpPageIds)[number];

/** The handbook of docs/handbook, as it is. */
export const helpPages: Readonly<Record<HelpPageId, HelpPage>> = {
  reader: parsePage(reader),
  phone: parsePage(phone),
  administrator: parsePage(administrator),
  it: parsePage(it),
};

const pictures = import.meta.glob<string>(
  '../../../../../docs/screenshots/{details-light-1440,findings-light-1440,audit-trail-light-1440,dashboard-light-390,cervix-analysis-result-light-390}.webp',
  { eager: true, query: '?url', import: 'default' },
);

/** Address of a picture of docs/screenshots that the handbook shows. */
export function pictureUrl(file: string): string | undefined {
  return Object.entries(pictures).find(([path]) => path.endsWith(`/${file}`))?.[1];
}

export interface Found {
  readonly page: HelpPageId;
  readonly section: Section;
}

/** Tasks with all the words; none for an empty search. */
export function findTasks(search: string): Found[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return helpPageIds.flatMap((page) =>
    helpPages[page].sections.flatMap((section) => {
      const text = wordsOf(section);
      return words.every((word) => text.includes(word)) ? [{ page, section }] : [];
    }),
  );
}
