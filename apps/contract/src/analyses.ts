import { z } from 'zod';
import { reportReply } from './reports.ts';

/** Longest patient ID kept; stored and returned as given, but for white space at its ends. */
export const patientIdMaxLength = 200;

/**
 * Whether anything of a patient ID can be seen: spaces of all kinds, zero-width and control characters,
 * fillers and the empty Braille pattern alone name nobody.
 */
export function isVisibleText(text: string): boolean {
  return /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}

/** Parts of the multipart body of `process/`. Their order does not matter. */
export const processParts = {
  /** Text, once, not empty after trimming. */
  patientId: 'patient_id',
  /**
   * Text, at most once: `1` where the program made the patient ID up. Such a one never matches a prior or a
   * known patient.
   */
  generated: 'patient_id_generated',
  /**
   * Text, at most once. `0`: answer `patient_mismatch` where the file names another patient, and store
   * nothing. `1`: the patient ID is right. Without it a mismatch is stated by `dicom_patient_id` alone.
   */
  confirmed: 'patient_id_confirmed',
  /** File, once: what the screen shows. */
  image: 'image',
  /** File, at most once: the untouched upload; read and kept instead of `image` when present. */
  original: 'original',
  /** Text, at most once: says which instance of the PACS `image` is; a word that came with it. */
  origin: 'origin',
  /**
   * Text, at most once: which frame of a multi-frame DICOM, from 1. Without it the middle of a CT, else the
   * first.
   */
  frame: 'frame',
  /**
   * Text, at most once: the slice of a series that the picture is and how many there are, `12/30`; from 1.
   */
  place: 'place',
  /**
   * Text, at most once: `ask`, or the boxes to hide as JSON. Without it nothing is looked for and nothing
   * hidden.
   */
  masks: 'masks',
  /**
   * Text, at most once, of the cervix: when the picture was taken, before or after acetic acid, as the
   * JSON of `captureNote`. Kept with the report.
   */
  capture: 'capture',
} as const;

/** Counted from 1, as DICOM counts frames. */
export const frameNumber = z
  .string()
  .regex(/^[1-9]\d{0,5}$/)
  .transform(Number);

/** A slice of a series and how many there are. */
export const slicePlace = z
  .string()
  .regex(/^[1-9]\d{0,3}\/[1-9]\d{0,3}$/)
  .transform((text) => {
    const [slice = 0, slices = 0] = text.split('/').map(Number);
    return { slice, slices };
  })
  .refine(({ slice, slices }) => slice <= slices);
export type SlicePlace = z.infer<typeof slicePlace>;

/**
 * Value of `masks`: look for burned-in text first, and answer with a proposal instead of a report if there is
 * any.
 */
export const askForMasks = 'ask';

/** In pixels of the picture as it is read: upright, x to the right, y down. */
export const maskBox = z.object({
  x: z.number().min(0).max(100_000),
  y: z.number().min(0).max(100_000),
  width: z.number().positive().max(100_000),
  height: z.number().positive().max(100_000),
});
export type MaskBox = z.infer<typeof maskBox>;
export const maxMasks = 100;
export const maskList = z.array(maskBox).max(maxMasks);

/**
 * What `ask` answers where there may be text: nothing was kept or charged; send again with `masks`, empty for
 * none.
 */
export const burnedInTextReply = z.object({
  burned_in_text: z.object({
    width: z.number().int(),
    height: z.number().int(),
    /** Where text seems to be; empty where nothing was found though the file says that there is some. */
    boxes: z.array(maskBox),
    /** The file says so: Burned In Annotation (0028,0301) is YES. */
    stated: z.boolean(),
    /** The picture, perhaps smaller: JPEG in base64. */
    preview: z.string(),
  }),
});
export type BurnedInTextReply = z.infer<typeof burnedInTextReply>;

/**
 * The reply of `text-search/`: where text is in a picture that is not sent to be read, as before a series.
 */
export const textSearchReply = z.object({
  /** False where the server keeps uploads as they came: nothing is looked for, and nothing can be hidden. */
  looked: z.boolean(),
  /** Those with text, of a multi-frame file among its first, middle and last frame; `frame` counts from 1. */
  pictures: z.array(burnedInTextReply.shape.burned_in_text.extend({ frame: z.number().int() })),
});
export type TextSearchReply = z.infer<typeof textSearchReply>;

/** Chosen by the client for each analysis: repeats, progress and cancellation go by it. */
export const idempotencyHeader = 'idempotency-key';
export const idempotencyKey = z.string().regex(/^[A-Za-z0-9._:-]{8,128}$/);

/** The reply of `process/`: the stored report and two facts about this call. */
export const processReply = z.looseObject({
  ...reportReply.shape,
  /** The organisation had a report of this patient ID before. */
  patient_known: z.boolean(),
  /** The patient ID written in the DICOM file, if it was one and has one. */
  dicom_patient_id: z.string().optional(),
});
export type ProcessReply = z.infer<typeof processReply>;

/**
 * `unknown`: no complete upload under this key yet. `queued` and `running` go on; the others are final
 * until the same key is sent again.
 */
export const analysisState = z.enum([
  'unknown',
  'queued',
  'running',
  'completed',
  'refused',
  'failed',
  'cancelled',
]);

export const analysisParams = z.object({ key: idempotencyKey });

export const progressReply = z.object({
  state: analysisState,
  /** What is being done, for people, e.g. "Reading the image"; empty when nothing is. */
  step: z.string(),
  /** 0 to 1, within the analysis: uploading is the browser's to measure. */
  fraction: z.number().min(0).max(1),
  /** Set once completed. */
  report_id: z.string().nullable(),
});

/** The state after the cancellation: `completed` when it came too late. */
export const cancelReply = z.object({ state: analysisState });
