/** What can go wrong in the browser itself, in the words of the specification (section 8). */
export const clientMessages = {
  unreadable: 'Failed to read the uploaded image.',
  gallery: 'Failed to process gallery image',
  format: 'Invalid file format',
  optimise: 'Failed to optimize image',
  response: 'Invalid response format from server',
  pictures: 'Failed to load processed images',
  noResponse: 'No response from server. Please check your connection.',
} as const;

/** An expected failure whose message is fit to show. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
}
