import type { Outline } from '@second-read/core/reading/outline';
import { outlineMeasures, type Spacing } from '@second-read/core/review/outline-measures';
import { useState } from 'react';
import { areaWords, lengthWords } from '../../../ui/format/lengths.ts';
import { useKeySections } from '../../../ui/help/key-sections.ts';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBrush,
  IconEraser,
  IconPolygon,
  IconWand,
} from '../../../ui/icons/tool-icons.ts';
import classes from './Drawing.module.css';
import type { DrawingTool, OutlineTools } from './outline-tools.ts';

const drawingKeys = [
  ['Arrows', 'Move the pointer; with Shift one pixel'],
  ['Space', 'Set a corner, paint or erase'],
  ['Enter', 'Close the polygon'],
  ['Delete', 'Take back the last step'],
  ['Ctrl Shift Z', 'Redo it'],
] as const;

interface DrawingBarProps {
  label: string;
  tools: OutlineTools;
  spacing: Spacing | null;
  /** Whether an outline can be proposed from a click; undefined: not offered. */
  proposal?: ProposalState | undefined;
  onKeep: (outline: Outline) => void;
  onCancel: () => void;
}

export interface ProposalState {
  /** Why the last click gave no outline. */
  readonly problem: string | null;
}

const toolWords: readonly (readonly [DrawingTool, string, typeof IconBrush])[] = [
  ['polygon', 'Polygon', IconPolygon],
  ['brush', 'Brush', IconBrush],
  ['eraser', 'Eraser', IconEraser],
];
const proposing = ['propose', 'Outline from a box or click', IconWand] as const;

const hints: Readonly<Record<DrawingTool, string>> = {
  polygon: 'Click each corner; close at the first one or with Enter.',
  brush: 'Drag to add.',
  eraser: 'Drag to take away.',
  propose: 'Drag a box around the finding; a click suits small round ones.',
};

/** The tools of an outline, what it measures, and whether it is kept. */
export function DrawingBar({ label, tools, spacing, proposal, onKeep, onCancel }: DrawingBarProps) {
  useKeySections([{ heading: 'Drawing', entries: drawingKeys }], 'screen');
  const { tool, drawn, closePolygon, undo, redo, radius, setRadius } = tools;
  const [isAsked, setAsked] = useState(false);
  const isChanged = tools.drawing.isChanged || tools.pending.length > 0;
  const cancel = () => (isChanged && !isAsked ? setAsked(true) : onCancel());
  return (
    <section className={classes.bar} aria-label={`Outline of ${label}`}>
      <div className={classes.tools} role="toolbar" aria-label="Drawing tools">
        {[...toolWords, ...(proposal ? [proposing] : [])].map(([each, words, Icon]) => (
          <button
            key={each}
            type="button"
            title={words}
            aria-pressed={tool === each}
            onClick={() => tools.choose(each)}
          >
            <Icon size={16} aria-hidden />
            <span className={classes.label}>{words}</span>
          </button>
        ))}
        {(tool === 'brush' || tool === 'eraser') && (
          <label className={classes.size}>
            Size {2 * radius} px
            <input
              type="range"
              min={1}
              max={100}
              value={radius}
              onChange={(event) => setRadius(Number(event.currentTarget.value))}
            />
          </label>
        )}
        {tool === 'polygon' && (
          <button type="button" disabled={closePolygon === null} onClick={() => closePolygon?.()}>
            Close polygon
          </button>
        )}
        <button type="button" aria-label="Undo drawing" disabled={undo === null} onClick={() => undo?.()}>
          <IconArrowBackUp size={16} aria-hidden />
        </button>
        <button type="button" aria-label="Redo drawing" disabled={redo === null} onClick={() => redo?.()}>
          <IconArrowForwardUp size={16} aria-hidden />
        </button>
      </div>
      <p className={classes.words} role="status">
        {(tool === 'propose' && proposal?.problem) || hints[tool]}{' '}
        {drawn && <strong>{measuredWords(drawn.outline, spacing)}</strong>}
        {drawn && drawn.parts > 1 && ` Only the largest of ${drawn.parts} parts is kept.`}
      </p>
      <div className={classes.tools}>
        <button
          type="button"
          className={classes.keep}
          disabled={drawn === null || tools.pending.length > 0}
          onClick={() => drawn && onKeep(drawn.outline)}
        >
          Keep outline
        </button>
        <button type="button" onClick={cancel} onBlur={() => setAsked(false)}>
          {isAsked ? 'Discard the drawing?' : 'Cancel'}
        </button>
      </div>
    </section>
  );
}

/** "12.3 mm across, 98.1 mm²", in pixels where the size of one is not known. */
export function measuredWords(outline: Outline, spacing: Spacing | null): string {
  const { mm, px } = outlineMeasures(outline, spacing);
  if (mm === null) return `${px.longest.toFixed(0)} px across, ${px.area.toFixed(0)} px²`;
  const where = spacing?.kind === 'imager' ? ' at the detector' : '';
  return `${lengthWords(mm.longest)} across, ${areaWords(mm.area)}${where}`;
}
