import { z } from 'zod';
import { frameNumber, patientIdMaxLength, processParts, slicePlace } from './analyses.ts';

/**
 * Multipart bodies, part by part: the page of the API describes them, and the server takes no other parts.
 * Their values are parsed as they arrive.
 */
const image = z.file().describe('DICOM, PNG, JPEG, WebP, TIFF, GIF or BMP');
const frame = frameNumber.optional().meta({
  description: 'Of a multi-frame DICOM file, from 1; without it the middle one of a CT, else the first',
  examples: ['1'],
});
const origin = z.string().optional().describe('The token that came with an image from the PACS');
const masks = z
  .string()
  .optional()
  .meta({
    description:
      '`ask`: return text boxes for review; or the boxes to mask as JSON: [{"x":0,"y":0,"width":9,"height":9}]',
    examples: ['ask'],
  });

/** POST `process/`. */
export const processBody = z.object({
  [processParts.patientId]: z.string().min(1).max(patientIdMaxLength),
  [processParts.generated]: z.enum(['0', '1']).optional().describe('1: the patient ID was generated'),
  [processParts.confirmed]: z
    .enum(['0', '1'])
    .optional()
    .describe('0: refuse a file that names another patient; 1: the patient ID is confirmed'),
  [processParts.image]: image,
  [processParts.original]: z
    .file()
    .optional()
    .describe('The untouched upload, read instead of a re-encoded image'),
  [processParts.origin]: origin,
  [processParts.frame]: frame,
  [processParts.place]: slicePlace
    .optional()
    .meta({ description: 'Slice and number of slices', examples: ['12/30'] }),
  [processParts.masks]: masks,
  [processParts.capture]: z
    .string()
    .optional()
    .meta({
      description:
        'Of a picture of the cervix, as JSON: `acid` before or after acetic acid, `seconds` since, `picture` of `pictures`',
      examples: ['{"acid":"after","seconds":62,"picture":2,"pictures":3}'],
    }),
});

/** POST `batches/{id}/slices/{slice}/`: an image, or another frame of the one that came before. */
export const sliceBody = z.object({
  [processParts.image]: image.optional(),
  [processParts.origin]: origin,
  [processParts.frame]: frame,
  [processParts.masks]: masks,
});

/** POST `text-search/`. */
export const textSearchBody = z.object({ [processParts.image]: image });
