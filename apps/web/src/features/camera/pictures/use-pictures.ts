import type { CaptureNote } from '@second-read/core/report/capture-note';
import { useState } from 'react';
import { type AcidState, beforeAcid } from '../timer/acid-timer.ts';
import { maxPictures, type PictureTaken } from './pictures-taken.ts';

/** The pictures of the patient who is before the camera, and where the examination stands. */
export function usePictures() {
  const [pictures, setPictures] = useState<readonly PictureTaken[]>([]);
  const [acid, setAcid] = useState<AcidState>(beforeAcid);
  const [removed, setRemoved] = useState<{ at: number; picture: PictureTaken } | null>(null);
  const add = (file: File, note: CaptureNote, isLive: boolean) => {
    setRemoved(null);
    const id = crypto.getRandomValues(new Uint32Array(2)).join('-');
    setPictures((before) => (before.length < maxPictures ? [...before, { id, file, note, isLive }] : before));
  };
  return {
    pictures,
    isFull: pictures.length >= maxPictures,
    acid,
    setAcid,
    add,
    /** The picture waits to be sent. */
    markKept: (file: File) =>
      setPictures((before) => before.map((each) => (each.file === file ? { ...each, isKept: true } : each))),
    remove: (id: string) => {
      const at = pictures.findIndex((picture) => picture.id === id);
      const picture = pictures[at];
      if (!picture) return;
      setRemoved({ at, picture });
      setPictures(pictures.filter((each) => each !== picture));
    },
    /** Puts the last removed picture back in its place; null where there is none. */
    bringBack:
      removed &&
      (() => {
        setPictures(pictures.toSpliced(removed.at, 0, removed.picture));
        setRemoved(null);
      }),
    /** The next patient. */
    clear: () => {
      setPictures([]);
      setRemoved(null);
      setAcid(beforeAcid);
    },
  };
}

export type Pictures = ReturnType<typeof usePictures>;
