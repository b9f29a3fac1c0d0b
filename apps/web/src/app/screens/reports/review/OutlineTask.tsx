import type { Outline } from '@second-read/core/reading/outline';
import type { Area } from '@second-read/core/review/draw/area';
import type { Spacing } from '@second-read/core/review/outline-measures';
import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { DrawingBar } from '../../../../features/viewer/drawing/DrawingBar.tsx';
import { DrawingSurface } from '../../../../features/viewer/drawing/DrawingSurface.tsx';
import type { OverPlace } from '../../../../features/viewer/drawing/OverPicture.tsx';
import { useOutlineTools } from '../../../../features/viewer/drawing/outline-tools.ts';
import { useProposal } from '../../../../features/viewer/drawing/use-proposal.ts';
import type { Picture } from '../../../../stage/source/picture.ts';
import { LeaveQuestion } from './LeaveQuestion.tsx';
import type { Leaving } from './use-leaving.ts';

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
  leaving: Leaving;
  onKeep: (outline: Outline) => void;
  onEnd: () => void;
  children: ReactNode;
}

/** One outline being drawn: its tools above the picture, the drawing over it. */
export function OutlineTask(props: OutlineTaskProps) {
  const { place, picture, barAt, label, colour, start, spacing, leaving, onKeep, onEnd, children } = props;
  const tools = useOutlineTools(start, place.size);
  const proposal = useProposal(tools, picture, place.size);
  const { drawing, drawn, pending } = tools;
  const { follow } = leaving;
  const isChanged = drawing.isChanged || pending.length > 0;
  const outline = pending.length === 0 ? (drawn?.outline ?? null) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `follow` is new each time and does the same
  useEffect(() => {
    follow({ isChanged, outline });
    return () => follow(null);
  }, [isChanged, outline]);
  const end = () => {
    follow(null);
    onEnd();
  };
  return (
    <>
      <DrawingSurface place={place} label={label} colour={colour} tools={tools} onPropose={proposal?.propose}>
        {children}
      </DrawingSurface>
      {barAt &&
        createPortal(
          <>
            <LeaveQuestion {...{ label, leaving, onKeep }} />
            <DrawingBar
              label={label}
              tools={tools}
              spacing={spacing}
              proposal={proposal?.state}
              onKeep={(kept) => {
                onKeep(kept);
                end();
              }}
              onCancel={end}
            />
          </>,
          barAt,
        )}
    </>
  );
}
