import type { SliceNoun } from '../../../stage/layout/slices.ts';
import type { SeriesText } from './series-text.ts';

interface Said {
  /** How many slices say of themselves that they hold text, of how many. */
  readonly stated: number;
  readonly count: number;
  readonly noun: SliceNoun;
}

/** What is known of text in a series before it is sent, for whoever decides. */
export function textWords(text: SeriesText, said: Said): string {
  return [statedWords(said), foundWords(text, said), unreadableWords(text, said)]
    .filter((words) => words !== '')
    .join(' ');
}

function statedWords({ stated, count, noun }: Said): string {
  if (stated === 0) return '';
  const [say, them] = stated === 1 ? ['says', 'it'] : ['say', 'them'];
  const which = stated === count ? `All ${counted(count)}` : `${counted(stated)} of ${counted(count)}`;
  return `${which} ${noun}s ${say} that text is burned into ${them}, and it may name the patient.`;
}

function foundWords(text: SeriesText, { stated, count, noun }: Said): string {
  const { looked, searched, unreadable, pictures } = text;
  if (!looked) return 'This server keeps uploads as received: it does not search for text and masks none.';
  const read = searched.filter((slice) => !unreadable.includes(slice));
  if (read.length === 0) return '';
  const found = pictures.filter(({ boxes }) => boxes.length > 0).map(({ slice }) => slice);
  const end = stated > 0 ? '.' : ', and it may name the patient.';
  if (found.length === read.length) return `Text was found in ${named(noun, read)}${end}`;
  if (found.length > 0) return `Text was found in ${named(noun, found)} of ${listed(read)}${end}`;
  if (stated > 0) return `None was found in ${named(noun, read)} automatically: look at the image.`;
  const others = read.length < count ? 'The others are not searched, and what' : 'What';
  return `No text was found in ${named(noun, read)}. ${others} is not found may still be there.`;
}

function unreadableWords({ looked, unreadable }: SeriesText, { noun }: Said): string {
  if (!looked || unreadable.length === 0) return '';
  const words = named(noun, unreadable);
  const were = unreadable.length === 1 ? 'was' : 'were';
  return `${words[0]?.toUpperCase()}${words.slice(1)} could not be read, and ${were} not searched.`;
}

const counted = (count: number) => count.toLocaleString('en');

/** "slices 1, 5 and 9" */
function named(noun: string, places: readonly number[]): string {
  return `${noun}${places.length === 1 ? '' : 's'} ${listed(places)}`;
}

function listed(places: readonly number[]): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(places.map(counted));
}
