import type { Outline } from '@second-read/core/review/change';
import type { Area } from '@second-read/core/review/draw/area';
import type { Spacing } from '@second-read/core/review/outline-measures';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { DrawingBar } from '../../../../features/viewer/drawing/DrawingBar.tsx';
import { DrawingSurface } from '../../../../features/viewer/drawing/DrawingSurface.tsx';
import type { OverPlace } from '../../../../features/viewer/drawing/OverPicture.tsx';
import { useOutlineTools } from '../../../../features/viewer/drawing/outline-tools.ts';
import { useProposal } from '../../../../features/viewer/drawing/use-proposal.ts';
import type { Picture } from '../../../../features/viewer/source/picture.ts';

interface OutlineTaskProps {
  place: OverPlace;
  picture: Picture;
  /** Above the picture. */
  barAt: HTMLElement | null;
  label: string;
  colour: string;
  /** What is outlined already. */
  start: Area | null;
  spacing: Spacing | null;
  onKeep: (outline: Outline) => void;
  onCancel: () => void;
  children: ReactNode;
}

/** One outline being drawn: its tools above the picture, the drawing over it. */
export function OutlineTask(props: OutlineTaskProps) {
  const { place, picture, barAt, label, colour, start, spacing, onKeep, onCancel, children } = props;
  const tools = useOutlineTools(start, place.size);
  const proposal = useProposal(tools, picture, place.size);
  return (
    <>
      <DrawingSurface place={place} label={label} colour={colour} tools={tools} onPropose={proposal?.propose}>
        {children}
      </DrawingSurface>
      {barAt &&
        createPortal(
          <DrawingBar
            label={label}
            tools={tools}
            spacing={spacing}
            proposal={proposal?.state}
            onKeep={onKeep}
            onCancel={onCancel}
          />,
          barAt,
        )}
    </>
  );
}
