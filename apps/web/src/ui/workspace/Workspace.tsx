import { type ReactNode, useId } from 'react';
import { FoldButton } from './FoldButton.tsx';
import { PanelSeparator } from './PanelSeparator.tsx';
import { useFoldedPanel } from './use-folded-panel.ts';
import { usePanelWidth, type WidthLimits } from './use-panel-width.ts';
import classes from './Workspace.module.css';

interface WorkspaceProps {
  /** Under which the width of the panel is remembered. */
  name: string;
  /** Whose memory it is. */
  owner: string | undefined;
  title: string;
  /** Before the title: the way back. */
  before?: ReactNode;
  /** Behind the title. */
  after?: ReactNode;
  /** Whose picture this is. */
  banner: ReactNode;
  actions?: ReactNode;
  /** The picture: never scrolled away. */
  main: ReactNode;
  /** What is said of it, in a panel that scrolls by itself; without one the picture has all of the room. */
  side?: ReactNode;
  sideLabel?: string;
}

const limits: WidthLimits = { least: 320, most: 720, usual: 440 };

/** The full-height layout of screens that read a picture; on a narrow screen its parts follow each other. */
export function Workspace(props: WorkspaceProps) {
  const { name, owner, title, before, after, banner, actions, main, side, sideLabel = 'Report' } = props;
  const panel = usePanelWidth(name, owner, limits);
  const { isFolded, toggle } = useFoldedPanel(`${name}-side`, owner);
  const id = useId();
  const fold = side !== undefined && (
    <FoldButton
      side="right"
      what={`the panel ${sideLabel}`}
      className={classes.fold}
      isFolded={isFolded}
      controls={id}
      onClick={toggle}
    />
  );
  return (
    <div className={classes.workspace} style={{ '--side-width': `${panel.width}px` }}>
      <header className={classes.head}>
        {before}
        <h1 className={classes.title}>{title}</h1>
        {after}
      </header>
      <div className={classes.banner}>{banner}</div>
      {(actions || fold) && (
        <div className={classes.actions}>
          {actions}
          {fold}
        </div>
      )}
      <div
        className={classes.body}
        data-alone={side === undefined || undefined}
        data-folded={(side !== undefined && isFolded) || undefined}
      >
        <section className={classes.main} aria-label="Images">
          {main}
        </section>
        {side !== undefined && (
          <>
            <PanelSeparator panel={panel} controls={id} label={`Width of the panel ${sideLabel}`} />
            <section id={id} className={classes.side} aria-label={sideLabel}>
              {side}
            </section>
          </>
        )}
      </div>
    </div>
  );
}
