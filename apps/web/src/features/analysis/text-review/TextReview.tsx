import { Button } from '@mantine/core';
import type { MaskBox } from '@second-read/contract/analyses';
import { useState } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { MaskEditor } from '../../../ui/masks/MaskEditor.tsx';
import type { TextProposal } from '../run/flow.ts';
import classes from './TextReview.module.css';

interface TextReviewProps {
  proposal: TextProposal;
  /** Empty: as it is. */
  onSend: (masks: readonly MaskBox[]) => void;
  onClose: () => void;
}

/**
 * Shows where text may be burned into the picture and lets the user choose what is hidden before it is sent.
 */
export function TextReview({ proposal, onSend, onClose }: TextReviewProps) {
  const [boxes, setBoxes] = useState(proposal.boxes);
  return (
    <Dialog opened onClose={onClose} size="xl" title="Text in the image">
      <p className={classes.text}>{wordsOf(proposal)}</p>
      <MaskEditor picture={proposal} boxes={boxes} onBoxes={setBoxes}>
        <Button variant="default" onClick={() => onSend([])}>
          Send as is
        </Button>
        <Button data-autofocus disabled={boxes.length === 0} onClick={() => onSend(boxes)}>
          Mask and analyze
        </Button>
      </MaskEditor>
    </Dialog>
  );
}

function wordsOf({ stated, boxes }: TextProposal): string {
  const end = 'Nothing has been stored yet.';
  const marked = 'Marked boxes are blacked out before anything is stored.';
  if (!stated) return `There may be text in this image, and it may name the patient. ${marked} ${end}`;
  const says = 'The file says that text is burned into this image, and it may name the patient.';
  return boxes.length === 0
    ? `${says} No text was found automatically: look at the image, and draw a box over whatever names the patient. ${marked} ${end}`
    : `${says} ${marked} Draw further ones over whatever else names the patient. ${end}`;
}
