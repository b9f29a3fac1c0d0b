import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { type PressedKey, useImageKeys } from '../../stage/input/use-image-keys.ts';
import type { ViewerLink } from '../../stage/layout/linked-views.ts';
import type { Picture } from '../../stage/source/picture.ts';
import type { Stage } from '../../stage/stage.ts';
import { chooseKeyImage } from '../../stage/take-image.ts';
import { toggleFullScreen } from '../../stage/tools/full-screen.ts';
import { ViewerToolbar } from '../../stage/tools/ViewerToolbar.tsx';
import { commandOfKey, type ViewerCommand } from '../../stage/tools/viewer-commands.ts';
import { viewerKeySections } from '../../stage/tools/viewer-help.ts';
import { useRecalledMarks } from '../../stage/use-recalled-marks.ts';
import { useStageTools } from '../../stage/use-stage-tools.ts';
import { openKeyHelp, useKeySections } from '../../ui/help/key-sections.ts';
import { useKeyNames } from '../../ui/preferences.ts';
import { useMedia } from '../../ui/use-media.ts';
import classes from './StagePane.module.css';
import type { PaneTools } from './StagePane.tsx';

interface LinkablePanes {
  join(stage: Stage, pane: string): () => void;
  rendered(pane: string): void;
}

interface StackToolsProps {
  manifest: ModuleManifest;
  /** The slice on screen. */
  picture: Picture | null;
  /** Planes across begin with the tool that moves the crosshair. */
  hasCrosshair: boolean;
  link: ViewerLink | undefined;
  /** Of panes that follow each other. */
  panes?: LinkablePanes;
  /** Whether the reader may make an image a key image. */
  canChoose?: boolean;
  /** The key of the image that is read, where one is of several; else it is the one that was touched last. */
  current?: string | undefined;
  /** What the keys of the images do besides. */
  onKey: (event: PressedKey) => void;
  children: (tools: PaneTools) => ReactNode;
}

/** The tools of a stack of slices, or of views, which act on all its panes. */
export function StackTools({
  manifest,
  picture,
  hasCrosshair,
  link,
  panes: linked,
  onKey,
  canChoose = false,
  current,
  children,
}: StackToolsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const panes = useRef<HTMLDivElement>(null);
  const [stages, setStages] = useState<readonly Stage[]>([]);
  const [areMarksShown, setMarksShown] = useState(true);
  const isBeside = useMedia('(min-width: 1200px) and (min-height: 640px)');
  const tools = useStageTools({
    ...{ stages, picture, area: panes, windowPresets: manifest.windowPresets },
  });
  const { tool, finger, isInverted, hasLens, presets, choose } = tools;
  const latest = useRef<Stage>(null);
  useRecalledMarks(stages[0], picture, setMarksShown);
  // Across a stack a press moves the crosshair until another tool is chosen; on slices it does not.
  useEffect(() => choose(hasCrosshair ? 'point' : 'window'), [hasCrosshair, choose]);
  useKeySections(
    viewerKeySections(
      linked ? [] : presets,
      !linked,
      useKeyNames('viewer'),
      new Set([...(hasCrosshair ? besidePlanes : besideSlices), ...(canChoose ? [] : ['key-image'])]),
    ),
  );
  const join = useCallback(
    (stage: Stage, pane: string) => {
      setStages((before) => [...before, stage]);
      const leaves = [link?.views.join(link.side, stage, pane), linked?.join(stage, pane)];
      return () => {
        setStages((before) => before.filter((each) => each !== stage));
        for (const leave of leaves) leave?.();
      };
    },
    [link, linked],
  );
  const touched = (stage: Stage) => {
    latest.current = stage;
  };
  const onRender = (pane: string) => {
    link?.views.rendered(link.side, pane);
    linked?.rendered(pane);
  };
  const run = (command: ViewerCommand) => {
    if (command === 'full-screen') toggleFullScreen(frame.current);
    else if (command === 'help') openKeyHelp();
    else if (command === 'toggle-findings') setMarksShown((before) => !before);
    else if (command === 'key-image') {
      const read = stages.find(({ key }) => key === current);
      const touched = stages.find((each) => each === latest.current);
      const stage = read ?? touched ?? stages[0];
      if (canChoose && stage) chooseKeyImage(stage);
    } else tools.run(command);
    if (command === 'reset') link?.views.align();
  };
  const onKeyDown = (event: PressedKey) => {
    if (event.defaultPrevented) return;
    const command = event.ctrlKey || event.metaKey || event.altKey ? null : commandOfKey(event.key);
    if (!command || (command === 'key-image' && !canChoose)) return;
    event.preventDefault();
    run(command);
  };
  useImageKeys(frame, (event) => {
    link?.views.lead(link.side);
    onKey(event);
    if (!event.defaultPrevented) onKeyDown(event);
  });
  return (
    <div ref={frame} className={classes.frame} data-tools={isBeside ? 'beside' : undefined}>
      <ViewerToolbar
        {...{ tool, finger, isBeside, isInverted, presets, run }}
        disabled={stages.length === 0}
        canChoose={canChoose}
        hasCrosshair={hasCrosshair}
      />
      <div ref={panes} className={classes.panes}>
        {children({ finger: finger.finger, areMarksShown, hasLens, join, onKeyDown, onRender, touched })}
      </div>
    </div>
  );
}

/** What the exam has keys of its own for, or what single images alone have. */
const besidePlanes: ReadonlySet<string> = new Set(['next-finding', 'outlines', 'wipe', 'left', 'right']);
const besideSlices: ReadonlySet<string> = new Set(['next-finding', 'outlines', 'wipe', 'point']);
