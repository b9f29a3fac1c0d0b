import { Button } from '@mantine/core';
import { useState } from 'react';
import { IconCloudOff } from '../../ui/icons/frame-icons.ts';
import { StatusLine } from '../../ui/page/StatusLine.tsx';
import { keepPicture, type ToKeep } from './outbox.ts';

interface KeepForLaterProps {
  /** What is kept once the patient ID is settled. */
  picture: () => ToKeep;
  /** Asks for a patient ID first, where there is none. */
  withPatient: (goOn: () => void) => void;
  /** With the key under which the outbox has it. */
  onKept: (key: string) => void;
}

/** Without a network: the picture is kept, sealed, and sent when there is one. */
export function KeepForLater({ picture, withPatient, onKept }: KeepForLaterProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const keep = async () => {
    setBusy(true);
    const toKeep = picture();
    const why = await keepPicture(toKeep);
    setBusy(false);
    setProblem(why);
    if (why === null) onKept(toKeep.key);
  };
  const start = () => withPatient(() => void keep());
  return (
    <>
      <Button
        fullWidth
        leftSection={<IconCloudOff size={16} aria-hidden />}
        disabled={isBusy}
        onClick={start}
      >
        Keep and Send Later
      </Button>
      {problem !== null && <StatusLine onRetry={start}>{problem}</StatusLine>}
    </>
  );
}
