import { Button } from '@mantine/core';
import { type MaskBox, maxMasks } from '@second-read/contract/analyses';
import { type ReactNode, useRef, useState } from 'react';
import { middleBox, type ShownPicture } from './boxes.ts';
import { MaskCanvas } from './MaskCanvas.tsx';
import classes from './MaskEditor.module.css';

interface MaskEditorProps {
  picture: ShownPicture;
  boxes: readonly MaskBox[];
  onBoxes: (boxes: readonly MaskBox[]) => void;
  /** Buttons beside the one that adds a box. */
  children: ReactNode;
}

/** A picture with the boxes that will be blackened in it, and how they are drawn, moved and removed. */
export function MaskEditor({ picture, boxes, onBoxes, children }: MaskEditorProps) {
  const { change, undo } = useHistory(boxes, onBoxes);
  return (
    <>
      <MaskCanvas picture={picture} boxes={boxes} onBoxes={change} />
      <p className={classes.hint}>
        Drag to draw a box, drag a box to move it or its corner to change its size. With a box in focus: arrow
        keys move, Shift and arrow keys change the size, Delete removes.
      </p>
      <div className={classes.actions}>
        <Button
          variant="default"
          disabled={boxes.length >= maxMasks}
          onClick={() => change([...boxes, middleBox(picture)])}
        >
          Add box
        </Button>
        <Button variant="default" disabled={undo === null} onClick={undo ?? undefined}>
          Undo
        </Button>
        <span className={classes.gap} role="status">
          {boxes.length === 1 ? '1 box' : `${boxes.length} boxes`}
        </span>
        {children}
      </div>
    </>
  );
}

/** Changes that follow each other sooner are one step: a drag reports every place on its way. */
const stepMs = 500;

/** The steps since the editor was opened, the last of which can be taken back. */
function useHistory(boxes: readonly MaskBox[], onBoxes: (boxes: readonly MaskBox[]) => void) {
  const [past, setPast] = useState<readonly (readonly MaskBox[])[]>([]);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  const before = past.at(-1);
  return {
    change: (next: readonly MaskBox[]) => {
      const now = performance.now();
      if (next.length !== boxes.length || now - changedAt.current > stepMs) setPast([...past, boxes]);
      changedAt.current = now;
      onBoxes(next);
    },
    undo: before
      ? () => {
          setPast(past.slice(0, -1));
          changedAt.current = Number.NEGATIVE_INFINITY;
          onBoxes(before);
        }
      : null,
  };
}
