import type { GreyPlane, RgbImage } from '../pixels/plane.ts';
import type { Millimetres } from '../pixels/units.ts';
import type { ImageDirections } from './directions.ts';

export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'tiff' | 'gif' | 'bmp' | 'dicom';

/**
 * The plane of a spacing. `calibrated`: in the patient or corrected for magnification.
 * `imager`: at the detector plane (0018,1164), too large in the patient by the magnification.
 */
export type SpacingKind = 'calibrated' | 'imager';

export interface PixelSpacing {
  readonly xMm: Millimetres;
  readonly yMm: Millimetres;
  readonly kind: SpacingKind;
}

/** A window and how values go through it (PS3.3 C.11.2.1.2, C.11.2.1.3). */
export interface DisplayWindow {
  readonly centre: number;
  readonly width: number;
  /** `linear` where nothing else is said. */
  readonly shape?: 'linear_exact' | 'sigmoid';
}

/** Entry 0 is for `first` and below, the last for everything above; `max` is shown white. */
export interface DisplayTable {
  readonly first: number;
  readonly max: number;
  readonly entries: Uint16Array;
}

/** What the view of a mammogram was changed by (PS3.16 CID 4015), and the specimen of CID 4014. */
export type MammogramModifier =
  | 'magnification'
  | 'spot_compression'
  | 'implant_displaced'
  | 'tangential'
  | 'cleavage'
  | 'axillary_tail'
  | 'anterior_compression'
  | 'inframammary_fold'
  | 'rolled'
  | 'specimen';

/** What a mammogram's file says beyond side and view (PS3.3 C.8.11.7). */
export interface MammogramFacts {
  readonly modifiers: readonly MammogramModifier[];
  /** Undefined where the file does not say. */
  readonly hasImplant?: boolean;
  /** One of several pictures that together show a breast too large for one. */
  readonly isPartial: boolean;
  /** The detector's values, before any processing for display. */
  readonly isRaw: boolean;
  readonly showsBothBreasts: boolean;
  /** Estimated at the breast; 1 at the detector. */
  readonly magnification?: number;
}

/** Facts from the file. Not used for routing; the gate looks at pixels. */
export interface SourceFacts {
  readonly format: ImageFormat;
  readonly transferSyntax?: string;
  readonly modality?: string;
  readonly bodyPart?: string;
  readonly laterality?: 'L' | 'R';
  readonly view?: string;
  /** Where rows and columns run in the patient; undefined where the file does not say. */
  readonly directions?: ImageDirections;
  readonly patientId?: string;
  /** By Patient's Age, else from birth to study. */
  readonly ageYears?: number;
  /** A contrast agent is on record. */
  readonly hasContrast?: boolean;
  readonly sliceThicknessMm?: Millimetres;
  /** Instance Number (0020,0013). */
  readonly instanceNumber?: number;
  /** Of files whose modality is MG. */
  readonly mammogram?: MammogramFacts;
  /** The file declares burned-in text that may identify the patient. */
  readonly saysBurnedIn?: boolean;
  readonly frames: number;
  /** The frame that was read, counted from 0. */
  readonly frame: number;
}

/**
 * One decoded picture, upright (EXIF orientation applied) and with bright meaning dense or bright
 * (MONOCHROME1 turned). `width` and `height` are those of every plane derived from it.
 */
export interface Study {
  readonly width: number;
  readonly height: number;
  /** Luminance (Rec. 601) for colour pictures; Hounsfield units where `quantity` says so. */
  readonly grey: GreyPlane;
  /** Present for colour sources only. */
  readonly colour?: RgbImage;
  readonly quantity: 'hounsfield' | 'relative';
  /** Bits that carry values in the source, 1 to 32. */
  readonly bitsStored: number;
  /** Display window from the file, in units of `grey`. */
  readonly window?: DisplayWindow;
  /** Display table from the file, from values of `grey`; replaces the window. */
  readonly table?: DisplayTable;
  readonly spacing?: PixelSpacing;
  /** Height of a pixel over its width, of files that give this alone. */
  readonly pixelAspect?: number;
  readonly source: SourceFacts;
}

/** Why bytes did not become a study. Closed list: every code has a public sentence in `decodeMessages`. */
export type DecodeProblem =
  | 'empty_file'
  | 'unknown_format'
  | 'unsupported_format'
  | 'unsupported_transfer_syntax'
  | 'no_pixel_data'
  | 'corrupt_file'
  | 'too_many_pixels'
  | 'side_too_long'
  | 'too_many_frames'
  | 'no_such_frame'
  | 'animated'
  | 'compressed_bitmap'
  | 'too_large_for_format';

export type DecodeResult =
  | { readonly ok: true; readonly study: Study }
  | { readonly ok: false; readonly problem: DecodeProblem };

export const decodeMessages: Record<DecodeProblem, string> = {
  empty_file: 'The file is empty.',
  unknown_format: 'Invalid file format. Please upload a DICOM, JPEG, PNG, WebP, TIFF, GIF or BMP image.',
  unsupported_format:
    'This image format is not supported. Please upload a DICOM, JPEG, PNG, WebP, TIFF, GIF or BMP image.',
  unsupported_transfer_syntax: 'This DICOM transfer syntax is not supported.',
  no_pixel_data: 'This DICOM file contains no image.',
  corrupt_file: 'The image is damaged and could not be read.',
  too_many_pixels: 'The image has too many pixels. At most 100 megapixels are accepted.',
  side_too_long: 'The image is too large. No side may be longer than 12,000 pixels.',
  too_many_frames: 'The image has too many pages or frames. At most 1,000 are accepted.',
  no_such_frame: 'The file has no such frame.',
  animated: 'The GIF contains several images. Please save the one to be analyzed as PNG.',
  compressed_bitmap: 'Compressed BMP images are not supported. Please save the image as PNG.',
  too_large_for_format: 'A GIF or BMP image may have at most 25 megapixels. Please save it as PNG.',
};
