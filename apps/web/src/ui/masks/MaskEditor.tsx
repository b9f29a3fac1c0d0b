import { Button } from '@mantine/core';
import { type MaskBox, maxMasks } from '@second-read/contract/analyses';
import type { ReactNode } from 'react';
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
  return (
    <>
      <MaskCanvas picture={picture} boxes={boxes} onBoxes={onBoxes} />
      <p className={classes.hint}>
        Drag to draw a box, drag a box to move it or its corner to change its size. With a box in focus: arrow
        keys move, Shift and arrow keys change the size, Delete removes.
      </p>
      <div className={classes.actions}>
        <Button
          variant="default"
          disabled={boxes.length >= maxMasks}
          onClick={() => onBoxes([...boxes, middleBox(picture)])}
        >
          Add box
        </Button>
        <span className={classes.gap} role="status">
          {boxes.length === 1 ? '1 box' : `${boxes.length} boxes`}
        </span>
        {children}
      </div>
    </>
  );
}
