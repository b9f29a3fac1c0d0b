/** Why files did not become a series; the message is fit to show. */
export class SeriesError extends Error {
  override readonly name = 'SeriesError';
}
