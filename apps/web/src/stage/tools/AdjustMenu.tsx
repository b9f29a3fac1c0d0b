import { ActionIcon, Button, Popover } from '@mantine/core';
import { memo } from 'react';
import { IconArrowRight } from '../../ui/icons/frame-icons.ts';
import { IconAdjustments, IconArrowDown, IconArrowLeft, IconArrowUp } from '../../ui/icons/tool-icons.ts';
import classes from './ViewerToolbar.module.css';
import type { ViewerCommand } from './viewer-commands.ts';

const adjustments = [
  ['Brighter', 'brighter'],
  ['Darker', 'darker'],
  ['More contrast', 'more-contrast'],
  ['Less contrast', 'less-contrast'],
] as const;

const moves = [
  ['Move left', 'left', IconArrowLeft],
  ['Move up', 'up', IconArrowUp],
  ['Move down', 'down', IconArrowDown],
  ['Move right', 'right', IconArrowRight],
] as const;

interface AdjustMenuProps {
  /** Whether the bar stands beside the picture: the buttons then open over the picture. */
  isBeside: boolean;
  disabled: boolean;
  run: (command: ViewerCommand) => void;
}

/** What dragging does, as buttons. */
export const AdjustMenu = memo(function AdjustMenu({ isBeside, disabled, run }: AdjustMenuProps) {
  return (
    <Popover position={isBeside ? 'right' : 'bottom'} withinPortal={false} shadow="md">
      <Popover.Target>
        <ActionIcon
          className={classes.button}
          variant="subtle"
          size={36}
          disabled={disabled}
          aria-label="Adjust brightness, contrast and position"
        >
          <IconAdjustments size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu}>
        <div className={classes.adjustments}>
          {adjustments.map(([label, command]) => (
            <Button key={command} size="compact-sm" variant="default" onClick={() => run(command)}>
              {label}
            </Button>
          ))}
        </div>
        <div className={classes.moves}>
          {moves.map(([label, command, Icon]) => (
            <ActionIcon
              key={command}
              variant="default"
              size={32}
              aria-label={label}
              onClick={() => run(command)}
            >
              <Icon size={16} />
            </ActionIcon>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
});
