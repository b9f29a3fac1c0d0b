import { z } from 'zod';
import { findingBase } from '../../reading/finding.ts';
import { pointSchema } from '../../reading/outline.ts';
import { imagePlace, measuredPixel } from '../measurements/reader-measurement.ts';

/** So many belong to one version of a report. */
export const mostKeyImages = 12;
/** Longest side of the picture of one, in pixels: 60 mm on paper at 300 dots per inch. */
export const longestPictureSide = 720;
/** Of a picture in Base64. */
export const longestPicture = 120_000;

const coordinate = z.number().min(0).max(100_000);
const side = z.number().positive().max(100_000);
/** One of PS3.3 C.7.6.1.1.1; empty where the border has none. */
const letter = z.string().regex(/^[RLAPHF]?$/);

/** An image of a report as the reader chose it for the head of the report. */
export const keyImageLook = z.strictObject({
  image: imagePlace,
  ...measuredPixel,
  /** The part of the image that is shown, in its pixels. */
  area: z.strictObject({ x: coordinate, y: coordinate, width: side, height: side }),
  /** Mirrored left to right first, then turned clockwise. */
  isMirrored: z.boolean(),
  quarterTurns: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  /** Null of colors. */
  window: z
    .strictObject({
      ...{ centre: z.number().min(-1e6).max(1e6), width: z.number().positive().max(1e6) },
      unit: z.enum(['HU', '']),
    })
    .nullable(),
  isInverted: z.boolean(),
  /** Whether the findings and the regions were shown over it. */
  overlays: z.strictObject({ findings: z.boolean(), regions: z.boolean() }),
  /** Towards what of the patient each border lies; null where the file does not say. */
  letters: z.strictObject({ left: letter, right: letter, top: letter, bottom: letter }).nullable(),
  /** Outlines of findings over it, closed lines in pixels of the image. */
  marks: z
    .array(
      z.strictObject({
        finding: findingBase.shape.id,
        colour: z.string().regex(/^#[0-9a-fA-F]{6}$/),
        points: z.array(pointSchema).min(2).max(200),
      }),
    )
    .max(40),
});
export type KeyImageLook = z.infer<typeof keyImageLook>;

/**
 * JPEG in Base64 of the area as the reader saw it, laid and windowed, with its regions but without marks,
 * letters and scale. The browser makes it: planes, slabs and regions are drawn there alone.
 */
export const keyImagePicture = z
  .string()
  .max(longestPicture)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/);

/** Its id is that of the change that kept it. */
export type KeyImage = KeyImageLook & { readonly id: string };
