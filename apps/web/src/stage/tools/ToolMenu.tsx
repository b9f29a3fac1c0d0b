import { ActionIcon, Menu } from '@mantine/core';
import { memo } from 'react';
import type { Icon } from '../../ui/icons/create-icon.ts';
import { useKeyNames } from '../../ui/preferences.ts';
import classes from './ViewerToolbar.module.css';
import type { ViewerCommand } from './viewer-commands.ts';

export interface ToolMenuEntry {
  readonly label: string;
  /** The key that does the same as it comes, a letter as a capital. */
  readonly shortcut: string;
  readonly command: ViewerCommand;
}

interface ToolMenuProps {
  label: string;
  icon: Icon;
  entries: readonly ToolMenuEntry[];
  /** Whether one of the entries is in use. */
  isActive?: boolean;
  /** Whether the bar stands beside the picture: the menu then opens over the picture. */
  isBeside: boolean;
  disabled: boolean;
  run: (command: ViewerCommand) => void;
}

/** Several tools behind one button, each with its key. */
export const ToolMenu = memo(function ToolMenu(props: ToolMenuProps) {
  const { label, icon: ToolIcon, entries, isActive = false, isBeside, disabled, run } = props;
  const ownKey = useKeyNames('viewer');
  const keyOf = (shortcut: string) => (shortcut.length === 1 ? ownKey(shortcut.toLowerCase()) : shortcut);
  return (
    <Menu
      position={isBeside ? 'right-start' : 'bottom-start'}
      withinPortal={false}
      // Its placeholder is no menu item, which axe objects to.
      withInitialFocusPlaceholder={false}
      shadow="md"
      transitionProps={{ duration: 120 }}
    >
      <Menu.Target>
        <ActionIcon
          className={classes.button}
          variant="subtle"
          size={36}
          disabled={disabled || entries.length === 0}
          aria-label={label}
          data-active={isActive || undefined}
        >
          <ToolIcon size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map((entry) => (
          <Menu.Item
            key={entry.label}
            rightSection={<kbd className={classes.key}>{keyOf(entry.shortcut)}</kbd>}
            aria-keyshortcuts={keyOf(entry.shortcut)}
            onClick={() => run(entry.command)}
          >
            {entry.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
});
