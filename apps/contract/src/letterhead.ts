import { z } from 'zod';

const line = z.string().trim().min(1).max(120);

/** The largest logo, as its data URL: printed 40 mm wide, a JPEG of 300 dots per inch has about half. */
const logoCharacters = 40_000;

/** At the head of printed reports. */
export const letterhead = z.object({
  /** Of the department or practice. */
  name: line,
  address: z.array(line).max(4),
  /** A JPEG as a `data:` URL, so that a report is printed without a further call. */
  logo: z
    .string()
    .regex(/^data:image\/jpeg;base64,[A-Za-z0-9+/]+=*$/)
    .max(logoCharacters)
    .nullable(),
});
export type Letterhead = z.infer<typeof letterhead>;
