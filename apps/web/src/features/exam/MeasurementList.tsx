import { CloseButton } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import type { StackLook } from '../../stage/look/stack-look.ts';
import type { KeptMeasurements } from '../../stage/look/use-kept-measurements.ts';
import { PressedRow } from '../../ui/PressedRow.tsx';
import classes from './ExamViewer.module.css';

interface MeasurementListProps {
  look: StackLook;
  /** "Slice 12" of the key of an image. */
  nameOf: (key: string) => string;
  /** Of the image that is shown. */
  shown: string | undefined;
  onShow: (key: string) => void;
  /** Where they could be kept with a report, but are not yet. */
  note?: string | undefined;
}

/** Of measurements that were made before a review, or beside one of another reader. */
const notKept = 'Measurements are kept with the report while you review it.';
/** Of an account that may not review it, or not now. */
const neverKept = 'Measurements are not kept: you cannot review this report now.';
/** Of measurements on two reports beside each other. */
export const notKeptBeside =
  'Measurements beside another report are not kept. To keep them, open this report by itself and review it.';

/** Why measurements may not be kept; undefined while the reader writes, and where they are of no report. */
export function noteOnKeeping(measured: KeptMeasurements | undefined, isBeside = false): string | undefined {
  if (isBeside) return notKeptBeside;
  if (!measured || measured.isWriting) return undefined;
  return measured.keyImages.canChoose ? notKept : neverKept;
}

/** What the reader measured on the images of a report; each leads to its image, and can be deleted. */
export function MeasurementList({ look, nameOf, shown, onShow, note }: MeasurementListProps) {
  const { measurements } = look;
  const listed = useSyncExternalStore(measurements.follow, () => measurements.listed);
  if (listed.length === 0) return null;
  const remove = (key: string, id: string) => {
    measurements.remove(key, id);
    look.changed();
  };
  return (
    <>
      <ul className={classes.findings} aria-label="Measurements of the reader">
        {listed.map(({ key, id, words, isFixed }) => (
          <li key={id} className={classes.measured}>
            <PressedRow isPressed={key === shown} onPress={() => onShow(key)}>
              <strong>{words}</strong>
              <span>{nameOf(key)}</span>
            </PressedRow>
            {!isFixed && (
              <CloseButton
                aria-label={`Delete the measurement ${words}, ${nameOf(key)}`}
                onClick={() => remove(key, id)}
              />
            )}
          </li>
        ))}
      </ul>
      {note && listed.some(({ isKept }) => !isKept) && <p className={classes.note}>{note}</p>}
    </>
  );
}
