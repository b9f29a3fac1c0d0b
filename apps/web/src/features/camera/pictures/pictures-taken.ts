import type { CaptureNote } from '@second-read/core/report/capture-note';

/** One picture of the patient who is before the camera. */
export interface PictureTaken {
  readonly id: string;
  readonly file: File;
  /** Taken in the live view: no text is burned into it, and it is a JPEG as it is sent. */
  readonly isLive: boolean;
  readonly note: CaptureNote;
  /** It waits to be sent: reading it here as well would make a second report. */
  readonly isKept?: boolean;
}

/** What is kept of one patient's pictures on the screen. */
export const maxPictures = 12;

/** The note with the place of the picture among the others. */
export function numberedNote(pictures: readonly PictureTaken[], id: string): CaptureNote | null {
  const index = pictures.findIndex((picture) => picture.id === id);
  const note = pictures[index]?.note;
  return note ? { ...note, picture: index + 1, pictures: pictures.length } : null;
}

/** What is read first: the last one after acetic acid, else the last one; what waits to be sent is not. */
export function pictureToRead(pictures: readonly PictureTaken[]): PictureTaken | undefined {
  const open = pictures.filter(({ isKept }) => !isKept);
  return open.findLast(({ note }) => note.acid === 'after') ?? open.at(-1);
}
