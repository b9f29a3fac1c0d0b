/** A file that did not become part of a series, and why in words that are fit to show. */
export interface PassedOver {
  readonly name: string;
  readonly why: string;
}

const bytesPerMegabyte = 1024 * 1024;

/** Of a file that the server would not take. */
export function tooLarge({ name, size }: { name: string; size: number }, maxBytes: number): PassedOver {
  // Rounded up: never the limit itself.
  const megabytes = Math.ceil(size / bytesPerMegabyte).toLocaleString('en');
  const max = Math.floor(maxBytes / bytesPerMegabyte).toLocaleString('en');
  return { name, why: `${megabytes} MB, larger than the upload limit of ${max} MB` };
}

/** Of an image that the module could not read in time. */
export function tooManyPixels(
  { name, facts }: { name: string; facts: { rows: number; columns: number } },
  mostPixels: number,
): PassedOver {
  // Rounded up: never the limit itself.
  const megapixels = Math.ceil((facts.rows * facts.columns) / 1e5) / 10;
  return { name, why: `${megapixels} megapixels, at most ${mostPixels / 1e6} are read` };
}

export function notReadable({ name }: { name: string }): PassedOver {
  return { name, why: 'damaged or no longer available' };
}

/** "2 files were skipped", with the verb that belongs to it. */
export function countWords(count: number): string {
  return count === 1 ? '1 file was skipped' : `${count.toLocaleString('en')} files were skipped`;
}

const named = 3;

/** For one sentence: the first files by name and reason, the rest as a number. */
export function passedOverWords(passedOver: readonly PassedOver[]): string {
  if (passedOver.length === 0) return '';
  const first = passedOver.slice(0, named).map(({ name, why }) => `${name} (${why})`);
  const rest = passedOver.length - first.length;
  const more = rest > 0 ? ` and ${rest.toLocaleString('en')} more` : '';
  return `${countWords(passedOver.length)}: ${first.join(', ')}${more}.`;
}
