import { z } from 'zod';

/** A shipped sample: its module's ID and its file in the gallery. No bytes of a visitor's are ever read. */
export const liveTryParams = z.object({ module: z.string().max(40), file: z.string().max(80) });

export const liveTryReply = z.object({
  /** What the report says first. */
  conclusion: z.string(),
  findings: z.array(
    z.object({
      label: z.string(),
      /** `#RRGGBB`, as in the image. */
      colour: z.string(),
      /** "Detected", "Not Detected", "Not assessed" or "Possible". */
      state: z.string(),
      /** 0 to 100. */
      confidence: z.number().nullable(),
    }),
  ),
  /** The image with what was found drawn into it; a PNG as a `data:` address. */
  picture: z.string(),
  /** From the file to the marked image, on this server. */
  milliseconds: z.number(),
});
export type LiveTryReply = z.infer<typeof liveTryReply>;
