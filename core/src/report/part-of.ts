/** Where a picture stood among others: frames of one file, or slices of a series that was read as a whole. */
export interface PictureCounts {
  /** Counted from 1, as DICOM counts frames. */
  readonly frame?: number;
  readonly frames?: number;
  /** Counted from 1, in the order of the slices' positions. */
  readonly slice?: number;
  readonly slices?: number;
}

/** "Frame 57 of 120", "Slice 3 of 40" or both; undefined for a picture that stood alone. */
export function partOf({ frame, frames, slice, slices }: PictureCounts): string | undefined {
  const words = [placeWords('Slice', slice, slices), placeWords('Frame', frame, frames)];
  return words.filter((word) => word !== undefined).join(', ') || undefined;
}

function placeWords(name: string, number = 1, of = 1): string | undefined {
  return of > 1 ? `${name} ${number} of ${of}` : undefined;
}
