import type { CaptureNote } from '@second-read/core/report/capture-note';
import { useState } from 'react';
import { type AcidState, beforeAcid } from '../timer/acid-timer.ts';
import { countByPatient, maxPictures, type PictureTaken } from './pictures-taken.ts';

/**
 * The pictures of the patient who is before the camera, and the state of the examination. Pictures belong to
 * the patient ID under which they were taken: another ID is another patient, with pictures and a timer of
 * its own.
 */
export function usePictures(patientId: string) {
  const [taken, setTaken] = useState<readonly PictureTaken[]>([]);
  const [timer, setTimer] = useState<{ of: string; acid: AcidState }>({ of: patientId, acid: beforeAcid });
  const [removed, setRemoved] = useState<{ at: number; picture: PictureTaken } | null>(null);
  const pictures = taken.filter((picture) => picture.patientId === patientId);
  const add = (file: File, note: CaptureNote, isLive: boolean) => {
    setRemoved(null);
    const id = crypto.getRandomValues(new Uint32Array(2)).join('-');
    setTaken((before) =>
      pictures.length < maxPictures ? [...before, { id, patientId, file, note, isLive }] : before,
    );
  };
  return {
    patientId,
    pictures,
    /** Those of other patients, by their ID. */
    others: countByPatient(taken.filter((picture) => picture.patientId !== patientId)),
    /** Under which ID a file was taken; undefined for one that the camera did not take. */
    takenFor: (file: File) => taken.find((picture) => picture.file === file)?.patientId,
    /** Another ID is the same patient's, such as one that was typed wrong. */
    move: (from: string) => {
      setTaken(taken.map((each) => (each.patientId === from ? { ...each, patientId } : each)));
      if (timer.of === from) setTimer({ ...timer, of: patientId });
    },
    isFull: pictures.length >= maxPictures,
    acid: timer.of === patientId ? timer.acid : beforeAcid,
    setAcid: (acid: AcidState) => setTimer({ of: patientId, acid }),
    add,
    /** The outbox has the picture, under this key. */
    markKept: (file: File, keptAs: string) =>
      setTaken((before) => before.map((each) => (each.file === file ? { ...each, keptAs } : each))),
    remove: (id: string) => {
      const at = taken.findIndex((picture) => picture.id === id);
      const picture = taken[at];
      if (!picture) return;
      setRemoved({ at, picture });
      setTaken(taken.filter((each) => each !== picture));
    },
    /** Puts the last removed picture back in its place; null where there is none. */
    bringBack:
      removed?.picture.patientId === patientId
        ? () => {
            setTaken(taken.toSpliced(removed.at, 0, removed.picture));
            setRemoved(null);
          }
        : null,
    /** The next patient. */
    clear: () => {
      setTaken(taken.filter((picture) => picture.patientId !== patientId));
      setRemoved(null);
      setTimer({ of: patientId, acid: beforeAcid });
    },
  };
}

export type Pictures = ReturnType<typeof usePictures>;
