import { ActionIcon, Tooltip } from '@mantine/core';
import { memo } from 'react';
import type { Icon } from '../../ui/icons/create-icon.ts';
import { useKeyNames } from '../../ui/preferences.ts';
import classes from './ViewerToolbar.module.css';
import type { ViewerCommand } from './viewer-commands.ts';

interface ToolButtonProps {
  label: string;
  /** As it comes, a letter as a capital. */
  shortcut: string;
  icon: Icon;
  command: ViewerCommand;
  run: (command: ViewerCommand) => void;
  /** Whether the bar stands beside the picture: what is said of the tool then stands over the picture. */
  isBeside: boolean;
  disabled?: boolean;
  /** For tools that are on or off. */
  pressed?: boolean;
}

/** One tool of the bar; its key stands in its tooltip. */
export const ToolButton = memo(function ToolButton(props: ToolButtonProps) {
  const { label, shortcut, icon: ToolIcon, command, run, isBeside, disabled = false, pressed } = props;
  const key = useKeyNames('viewer')(shortcut.toLowerCase());
  return (
    <Tooltip
      label={`${label} (${key})`}
      position={isBeside ? 'right' : 'top'}
      openDelay={400}
      withinPortal={false}
    >
      <ActionIcon
        className={classes.button}
        variant="subtle"
        size={36}
        aria-label={label}
        aria-keyshortcuts={key}
        aria-pressed={pressed}
        disabled={disabled}
        onClick={() => run(command)}
      >
        <ToolIcon size={18} />
      </ActionIcon>
    </Tooltip>
  );
});
