import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconArrowsMaximize,
  IconContrast,
  IconContrast2,
  IconHandStop,
  IconRefresh,
  IconZoom,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AdjustMenu } from './AdjustMenu.tsx';
import type { StageTool } from './stage-tools.ts';
import classes from './ViewerToolbar.module.css';
import type { ViewerCommand } from './viewer-commands.ts';

interface ViewerToolbarProps {
  tool: StageTool;
  isInverted: boolean;
  disabled: boolean;
  run: (command: ViewerCommand) => void;
  children?: ReactNode;
}

/** Every tool of the viewer as a button; the key that does the same stands in its tooltip. */
export function ViewerToolbar({ tool, isInverted, disabled, run, children }: ViewerToolbarProps) {
  const toggle = (name: StageTool) => ({ pressed: tool === name, onClick: () => run({ tool: name }) });
  return (
    <div className={classes.bar} role="toolbar" aria-label="Viewer tools">
      <ToolButton label="Window and level" shortcut="W" disabled={disabled} {...toggle('window')}>
        <IconContrast size={18} />
      </ToolButton>
      <ToolButton label="Pan" shortcut="P" disabled={disabled} {...toggle('pan')}>
        <IconHandStop size={18} />
      </ToolButton>
      <ToolButton label="Zoom" shortcut="Z" disabled={disabled} {...toggle('zoom')}>
        <IconZoom size={18} />
      </ToolButton>
      <span className={classes.gap} />
      <ToolButton label="Zoom out" shortcut="-" disabled={disabled} onClick={() => run('zoom-out')}>
        <IconZoomOut size={18} />
      </ToolButton>
      <ToolButton label="Zoom in" shortcut="+" disabled={disabled} onClick={() => run('zoom-in')}>
        <IconZoomIn size={18} />
      </ToolButton>
      <ToolButton
        label="Invert"
        shortcut="I"
        disabled={disabled}
        pressed={isInverted}
        onClick={() => run('invert')}
      >
        <IconContrast2 size={18} />
      </ToolButton>
      <AdjustMenu disabled={disabled} run={run} />
      <ToolButton label="Reset" shortcut="R" disabled={disabled} onClick={() => run('reset')}>
        <IconRefresh size={18} />
      </ToolButton>
      <ToolButton label="Full screen" shortcut="F" onClick={() => run('full-screen')}>
        <IconArrowsMaximize size={18} />
      </ToolButton>
      {children}
    </div>
  );
}

interface ToolButtonProps {
  label: string;
  shortcut: string;
  onClick: () => void;
  disabled?: boolean;
  /** For tools that are on or off. */
  pressed?: boolean;
  children: ReactNode;
}

function ToolButton({ label, shortcut, onClick, disabled = false, pressed, children }: ToolButtonProps) {
  return (
    <Tooltip label={`${label} (${shortcut})`} openDelay={400} withinPortal={false}>
      <ActionIcon
        className={classes.button}
        variant="subtle"
        size={36}
        aria-label={label}
        aria-keyshortcuts={shortcut}
        aria-pressed={pressed}
        disabled={disabled}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
