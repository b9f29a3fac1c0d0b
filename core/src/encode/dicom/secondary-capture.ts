import type { Plane, RgbImage } from '../../pixels/plane.ts';
import { calibratedSpacing, type ExportRecord } from '../export-record.ts';
import { partSentence } from '../exported-finding.ts';
import { commonModules, instanceItem } from './common-modules.ts';
import type { DataSet } from './data-set.ts';
import { writeFile } from './write-file.ts';

export type Picture = Plane<Uint8Array> | RgbImage;

const descriptions = {
  picture: 'Analyzed image, 8 bit',
  capture: 'Findings drawn into the picture',
} as const;

/**
 * Secondary Capture Image (PS3.3 A.8.1) of 8 bits. `picture` is what segments and measurements refer to;
 * `capture` has the findings drawn in, for viewers that know nothing else. `number`: of one image of an exam.
 */
export function writeSecondaryCapture(
  record: ExportRecord,
  which: 'picture' | 'capture',
  picture: Picture,
  number?: number,
): Uint8Array {
  const isColour = picture.data.length !== picture.width * picture.height;
  const spacing = calibratedSpacing(record);
  return writeFile({
    ...commonModules(record, { instance: which, modality: 'OT', description: descriptions[which], number }),
    ConversionType: 'WSD',
    ImageType: ['DERIVED', 'SECONDARY'],
    DerivationDescription: ['Windowed to 8 bits as displayed', partSentence(record.document.header)]
      .filter((words) => words !== undefined)
      .join('. '),
    ...(record.source && { SourceImageSequence: [instanceItem(record, 'picture')] }),
    PatientOrientation: '',
    Laterality: '',
    ...(spacing && { PixelSpacing: [spacing.y, spacing.x] }),
    ...pixels(picture, isColour),
  });
}

function pixels({ width, height, data }: Picture, isColour: boolean): DataSet {
  return {
    SamplesPerPixel: isColour ? 3 : 1,
    PhotometricInterpretation: isColour ? 'RGB' : 'MONOCHROME2',
    ...(isColour && { PlanarConfiguration: 0 }),
    Rows: height,
    Columns: width,
    BitsAllocated: 8,
    BitsStored: 8,
    HighBit: 7,
    PixelRepresentation: 0,
    PixelData: data,
  };
}
