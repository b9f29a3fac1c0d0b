import { CloseButton } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import type { StackLook } from '../../stage/stack-look.ts';
import { PressedRow } from '../../ui/PressedRow.tsx';
import classes from './ExamViewer.module.css';

interface MeasurementListProps {
  look: StackLook;
  /** "Slice 12" of the key of an image. */
  nameOf: (key: string) => string;
  /** Of the image that is shown. */
  shown: string | undefined;
  onShow: (key: string) => void;
}

/** What the reader measured on the images of an exam; each leads to its image, and can be deleted. */
export function MeasurementList({ look, nameOf, shown, onShow }: MeasurementListProps) {
  const { measurements } = look;
  const listed = useSyncExternalStore(measurements.follow, () => measurements.listed);
  if (listed.length === 0) return null;
  const remove = (key: string, id: string) => {
    measurements.remove(key, id);
    look.changed();
  };
  return (
    <ul className={classes.findings} aria-label="Your measurements">
      {listed.map(({ key, id, words }) => (
        <li key={id} className={classes.measured}>
          <PressedRow isPressed={key === shown} onPress={() => onShow(key)}>
            <strong>{words}</strong>
            <span>{nameOf(key)}</span>
          </PressedRow>
          <CloseButton
            aria-label={`Delete the measurement ${words}, ${nameOf(key)}`}
            onClick={() => remove(key, id)}
          />
        </li>
      ))}
    </ul>
  );
}
