import type { CaptureNote } from '@second-read/core/report/capture-note';
import { useState } from 'react';
import { type AcidState, beforeAcid } from './acid-timer.ts';
import { maxPictures, type PictureTaken } from './pictures-taken.ts';

/** The pictures of the patient who is before the camera, and where the examination stands. */
export function usePictures() {
  const [pictures, setPictures] = useState<readonly PictureTaken[]>([]);
  const [acid, setAcid] = useState<AcidState>(beforeAcid);
  const add = (file: File, note: CaptureNote, isLive: boolean) => {
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
    remove: (id: string) => setPictures((before) => before.filter((picture) => picture.id !== id)),
    /** The next patient. */
    clear: () => {
      setPictures([]);
      setAcid(beforeAcid);
    },
  };
}

export type Pictures = ReturnType<typeof usePictures>;
