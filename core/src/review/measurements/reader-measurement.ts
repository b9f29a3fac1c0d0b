import { z } from 'zod';
import { planes } from '../../volume/plane.ts';

const place = z.int().min(0);

/** A plane made of all slices of an exam: where it cuts them, and how thick it is. */
const cut = z.strictObject({
  plane: z.enum(planes),
  /** Along the axis that the plane is moved along, from 0. */
  across: place,
  slabMm: z.number().min(0).max(1_000),
  /** What a slab shows of the voxels through it; missing without a slab. */
  projection: z.enum(['maximum', 'minimum', 'average']).optional(),
});

/**
 * Which image of a report: of an exam a slice, from 0 along the stack, or a plane across them; neither is the
 * one image of a report.
 */
export const imagePlace = z
  .strictObject({ slice: place.optional(), cut: cut.optional() })
  .refine(({ slice, cut: plane }) => slice === undefined || plane === undefined, 'one image, not two');
export type ImagePlace = z.infer<typeof imagePlace>;

/** Farther from the corner of an image than any pixel of one. */
const maxPx = 100_000;
const coordinate = z.number().min(0).max(maxPx);
const inImage = z.strictObject({ x: coordinate, y: coordinate });
export type ImagePoint = z.infer<typeof inImage>;
const mm = z.number().positive().max(100);
/** `HU`: Hounsfield units; empty: values without a unit. */
const unit = z.enum(['HU', '']);
/** Of the pixels whose centers lie in an ellipse, as `ellipseStatistics` computes them. */
const statistics = z.strictObject({
  mean: z.number(),
  sd: z.number().min(0),
  min: z.number(),
  max: z.number(),
});

/** Of an arrow; empty where nothing was written. */
const text = z
  .string()
  .max(80)
  .regex(/^[^\p{Cc}]*$/u);

export const measuredPixel = {
  /** Size of a pixel of that image in millimeters; null where it is not known. */
  pixelMm: z.strictObject({ x: mm, y: mm }).nullable(),
  /** Whether that size is at the detector: larger than in the patient. */
  atDetector: z.literal(true).optional(),
};

const common = {
  /** Lasts as long as the report; kept again under the same id it replaces what it was. */
  id: z.uuid(),
  image: imagePlace,
  ...measuredPixel,
};

/**
 * What a reader measured, or pointed an arrow at, on one image. Points are in pixels of the stored image, the
 * corner of its first pixel is 0, 0; lengths, angles and areas follow from them (`measuredValues`).
 */
export const readerMeasurement = z.discriminatedUnion('tool', [
  z.strictObject({ ...common, tool: z.literal('length'), points: z.tuple([inImage, inImage]) }),
  /** Measured at the middle one of its points. */
  z.strictObject({ ...common, tool: z.literal('angle'), points: z.tuple([inImage, inImage, inImage]) }),
  z.strictObject({
    ...{ ...common, tool: z.literal('ellipse'), statistics, unit },
    /** The ends of its axes: bottom, top, left, right. */
    points: z.tuple([inImage, inImage, inImage, inImage]),
  }),
  /** Its tip, then its other end, with what the reader wrote there. */
  z.strictObject({ ...common, tool: z.literal('arrow'), points: z.tuple([inImage, inImage]), text }),
  z.strictObject({
    ...{ ...common, tool: z.literal('probe'), points: z.tuple([inImage]), unit },
    /** Of the pixel; red, green and blue of a color image. */
    values: z.array(z.number()).min(1).max(3),
  }),
]);
export type ReaderMeasurement = z.infer<typeof readerMeasurement>;
/** Before it is said which image it lies on. */
export type DrawnMeasurement = ReaderMeasurement extends infer M
  ? M extends ReaderMeasurement
    ? Omit<M, 'image'>
    : never
  : never;

/** So many belong to one version of a report. */
export const mostMeasurements = 200;
