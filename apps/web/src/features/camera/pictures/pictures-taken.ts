import type { CaptureNote } from '@second-read/core/report/capture-note';

/** One picture of the patient who is before the camera. */
export interface PictureTaken {
  readonly id: string;
  /** The ID under which it was taken. */
  readonly patientId: string;
  readonly file: File;
  /** Taken in the live view: no text is burned into it, and it is a JPEG as it is sent. */
  readonly isLive: boolean;
  readonly note: CaptureNote;
  /** Key under which the outbox has it: reading it here as well would make a second report. */
  readonly keptAs?: string;
}

/** What is kept of one patient's pictures on the screen. */
export const maxPictures = 12;

/** How many pictures each patient has, in the order of their first. */
export function countByPatient(pictures: readonly PictureTaken[]): { patientId: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { patientId } of pictures) counts.set(patientId, (counts.get(patientId) ?? 0) + 1);
  return [...counts].map(([patientId, count]) => ({ patientId, count }));
}

/** The note with the place of the picture among the others. */
export function numberedNote(pictures: readonly PictureTaken[], id: string): CaptureNote | null {
  const index = pictures.findIndex((picture) => picture.id === id);
  const note = pictures[index]?.note;
  return note ? { ...note, picture: index + 1, pictures: pictures.length } : null;
}

/** What is read first: the last one after acetic acid, else the last one; what waits to be sent is not. */
export function pictureToRead(pictures: readonly PictureTaken[]): PictureTaken | undefined {
  const open = pictures.filter(({ keptAs }) => keptAs === undefined);
  return open.findLast(({ note }) => note.acid === 'after') ?? open.at(-1);
}
