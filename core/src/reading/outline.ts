import { z } from 'zod';

/** As many are read; stored changes have up to so many. */
const maxVertices = 10_000;

/** A place in pixels of the picture that was read. */
export const pointSchema = z.strictObject({ x: z.number(), y: z.number() });
export type Point = z.infer<typeof pointSchema>;
/** Closed: the last vertex is joined to the first. */
export const outlineSchema = z.array(pointSchema).min(3).max(maxVertices);
export type Outline = z.infer<typeof outlineSchema>;
