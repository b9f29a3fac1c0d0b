/** How a compressed frame is coded. RLE needs no codec. */
export type FrameCoding = 'jpeg' | 'jpeg-ls' | 'jpeg-2000' | 'htj2k';

export interface FrameFacts {
  readonly columns: number;
  readonly rows: number;
  readonly samplesPerPixel: number;
  readonly bitsAllocated: number;
  readonly bitsStored: number;
  readonly isSigned: boolean;
  readonly photometric: string;
}

/** A decoded frame: little-endian samples of `bitsAllocated`, interleaved. */
export interface DecodedFrame {
  readonly bytes: Uint8Array;
  readonly bitsAllocated: number;
  readonly photometric: string;
  readonly isPlanar: boolean;
}

/** A valid stream of a kind that the driver cannot decode correctly. */
export class UnsupportedStream extends Error {}

/** A stream that a running codec refuses. */
export class DamagedStream extends Error {}

/**
 * Codec port of the DICOM decoder. `inflate` throws on damaged data. `decodeFrame` rejects with
 * `DamagedStream` or `UnsupportedStream`; any other error is the driver's own, as where the codecs cannot be
 * loaded, and says nothing about the file.
 */
export interface DicomCodec {
  /** Raw deflate (PS3.5 A.5); throws when more than `limit` bytes come out. */
  inflate(bytes: Uint8Array, limit: number): Uint8Array;
  decodeFrame(frame: Uint8Array, coding: FrameCoding, facts: FrameFacts): Promise<DecodedFrame>;
}
