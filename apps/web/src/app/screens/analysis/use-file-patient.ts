import { isUndecodable } from '@second-read/core/decode/dicom/text/decode-text';
import { useEffect, useEffectEvent, useRef } from 'react';

interface Opened {
  readonly file: File | null;
  /** The patient ID that it names; null until it is read, and where it names none. */
  readonly fileId: string | null;
}

interface Field {
  readonly value: string;
  /** The value was made up by the program. */
  readonly isGenerated: boolean;
  readonly onChange: (value: string) => void;
  readonly regenerate: () => void;
}

/**
 * Fills in the Patient ID of the file that is opened, and takes it out again for another file that names no
 * patient; what the reader typed stays.
 */
export function useFilePatient({ file, fileId }: Opened, field: Field): void {
  const last = useRef<{ file: File | null; id: string } | null>(null);
  const fill = useEffectEvent((of: File | null, id: string) => {
    const { value, isGenerated, onChange, regenerate } = field;
    const isOfLast = value.trim() === last.current?.id;
    if (id === '') {
      if (isOfLast && of !== null && of !== last.current?.file) regenerate();
      return;
    }
    if (isGenerated || isOfLast) onChange(id);
    last.current = { file: of, id };
  });
  useEffect(() => {
    const id = fileId?.trim() ?? '';
    fill(file, isUndecodable(id) ? '' : id);
  }, [file, fileId]);
}
