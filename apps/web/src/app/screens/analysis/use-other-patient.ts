import { isUndecodable } from '@second-read/core/decode/dicom/text/decode-text';
import { areApart, type FileIdentity, patientWords } from '@second-read/core/patient/file-identity';
import { useState } from 'react';
import { visibleText } from '../../../ui/format/visible-text.ts';

interface Options {
  /** What is to be read: a confirmation counts for it alone. */
  readonly subject: object | null;
  /** Whom its files name; null where the browser cannot tell. */
  readonly identity: FileIdentity | null;
  readonly patientId: string;
  readonly isGenerated: boolean;
  readonly onPatientId: (patientId: string) => void;
  readonly focus: () => void;
  /** The server's words where it alone saw another patient; null where it did not. */
  readonly told: {
    readonly message: string;
    readonly dismiss: () => void;
    readonly retry: () => void;
  } | null;
}

/** Asks where the typed patient ID is not the one of the files. */
export function useOtherPatient(options: Options) {
  const { subject, identity, patientId, isGenerated, onPatientId, focus, told } = options;
  const [confirmed, setConfirmed] = useState<{ of: object | null; patientId: string } | null>(null);
  const [awaiting, setAwaiting] = useState<((isConfirmed: boolean) => void) | null>(null);
  const typed = patientId.trim();
  const isConfirmed = confirmed?.of === subject && confirmed.patientId === typed;
  const named = identity?.patientId;
  const fileId = named === undefined || isUndecodable(named) ? null : named;
  const isOther = !isGenerated && fileId !== null && areApart('patientId', fileId, typed);
  const close = () => {
    setAwaiting(null);
    told?.dismiss();
  };
  return {
    isConfirmed,
    /** Goes on once the patient is the file's, generated or confirmed. */
    ask: (goOn: (isConfirmed: boolean) => void) =>
      isOther && !isConfirmed ? setAwaiting(() => goOn) : goOn(isConfirmed),
    modal: {
      opened: awaiting !== null || told !== null,
      named: told ? told.message : `The file names ${visibleText(patientWords(identity ?? {}))}.`,
      fileId: told ? null : fileId,
      patientId: typed,
      onUseFile: (id: string) => {
        onPatientId(id);
        close();
      },
      onConfirm: () => {
        setConfirmed({ of: subject, patientId: typed });
        close();
        if (awaiting) awaiting(true);
        else told?.retry();
      },
      onClose: () => {
        close();
        focus();
      },
    },
  };
}
