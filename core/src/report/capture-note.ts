import { z } from 'zod';

/**
 * When a picture of the cervix was taken: before acetic acid was applied, or after it and so many seconds
 * later, and which picture of the patient's it is. Said by whoever took it, not by a file.
 */
export const captureNote = z.strictObject({
  acid: z.enum(['before', 'after']),
  /** Since acetic acid was applied, where it was timed. */
  seconds: z.number().int().min(0).max(3_600).optional(),
  /** Counted from 1, in the order in which they were taken, and how many there were. */
  picture: z.number().int().min(1).max(99).optional(),
  pictures: z.number().int().min(1).max(99).optional(),
});
export type CaptureNote = z.infer<typeof captureNote>;

/** "Picture 2 of 3, 75 s after acetic acid"; what a report says of the picture that was read. */
export function captureWords({ acid, seconds, picture, pictures = 1 }: CaptureNote): string {
  const which = picture !== undefined && pictures > 1 ? `Picture ${picture} of ${pictures}, ` : '';
  const words = which + momentWords({ acid, seconds });
  return words[0]?.toUpperCase() + words.slice(1);
}

/** "before acetic acid", "75 s after acetic acid" or, without a time, "after acetic acid". */
export function momentWords({ acid, seconds }: Pick<CaptureNote, 'acid' | 'seconds'>): string {
  return acid === 'after' && seconds !== undefined ? `${seconds} s after acetic acid` : `${acid} acetic acid`;
}
