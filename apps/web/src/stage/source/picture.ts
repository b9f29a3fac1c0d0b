import type { ImageDirections } from '@second-read/core/decode/directions';

export type GreySamples = Uint8Array | Int16Array | Uint16Array;

/** Display window in the units of the samples. */
export interface DisplayWindow {
  readonly centre: number;
  readonly width: number;
}

/** Size of a pixel. `imager`: at the detector, where the picture is larger than the patient. */
export interface PixelSpacing {
  readonly xMm: number;
  readonly yMm: number;
  readonly kind: 'calibrated' | 'imager';
}

interface PictureSize {
  /** Unique in this page: names the picture in the viewer's cache. */
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** Where the file states it. */
  readonly spacing?: PixelSpacing;
  /** Where rows and columns run in the patient; absent where the file does not say. */
  readonly directions?: ImageDirections;
}

export interface GreyPicture extends PictureSize {
  readonly kind: 'grey';
  readonly samples: GreySamples;
  readonly window: DisplayWindow;
  /** `HU` where the samples are Hounsfield units, empty where they have no unit. */
  readonly unit: 'HU' | '';
}

interface ColourPicture extends PictureSize {
  readonly kind: 'colour';
  /** Red, green, blue, interleaved. */
  readonly samples: Uint8Array;
}

/** One decoded picture as the viewer shows it. */
export type Picture = GreyPicture | ColourPicture;

let made = 0;

/** A name no other picture of this page has. */
export function nextPictureId(): string {
  made += 1;
  return `p${made}`;
}
