import { z } from 'zod';
import { percentSchema } from './measurement.ts';

const boxSchema = z.strictObject({
  x: z.number(),
  y: z.number(),
  width: z.number().positive(),
  height: z.number().positive(),
});

/** Where a finding lies. Reports stored before there were readings know the centre alone. */
export const regionSchema = z.strictObject({
  /** In pixels of the picture that was read. */
  box: boxSchema.nullable(),
  /** Its centre in percent of the picture's width and height. */
  centre: z.strictObject({ x: percentSchema, y: percentSchema }).nullable(),
  /** Class of the stored label map that shows it; null where it is not drawn. */
  labelClass: z.int().positive().nullable(),
});

export type Region = z.infer<typeof regionSchema>;
