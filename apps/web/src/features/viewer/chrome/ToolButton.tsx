import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { useKeyNames } from '../../../ui/preferences.ts';
import classes from './ViewerToolbar.module.css';

interface ToolButtonProps {
  label: string;
  /** As it comes, a letter as a capital. */
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
  const key = useKeyNames('viewer')(shortcut.toLowerCase());
  return (
    <Tooltip label={`${label} (${key})`} openDelay={400} withinPortal={false}>
      <ActionIcon
        className={classes.button}
        variant="subtle"
        size={36}
        aria-label={label}
        aria-keyshortcuts={key}
        aria-pressed={pressed}
        disabled={disabled}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
