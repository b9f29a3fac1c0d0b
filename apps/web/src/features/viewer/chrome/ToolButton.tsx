import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './ViewerToolbar.module.css';

interface ToolButtonProps {
  label: string;
  shortcut: string;
  onClick: () => void;
  disabled?: boolean;
  /** For tools that are on or off. */
  pressed?: boolean;
  children: ReactNode;
}

/** One tool of the bar; its key stands in its tooltip. */
export function ToolButton({
  label,
  shortcut,
  onClick,
  disabled = false,
  pressed,
  children,
}: ToolButtonProps) {
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
