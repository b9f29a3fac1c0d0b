import {
  IconArrowsMaximize,
  IconContrast,
  IconContrast2,
  IconHandFinger,
  IconHandStop,
  IconHelp,
  IconRefresh,
  IconRotateRectangle,
  IconRulerMeasure,
  IconSunset2,
  IconZoom,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import type { StageTool } from '../stage/stage-tools.ts';
import type { FingerChoice } from '../stage/use-finger.ts';
import { AdjustMenu } from './AdjustMenu.tsx';
import { ToolButton } from './ToolButton.tsx';
import { ToolMenu, type ToolMenuEntry } from './ToolMenu.tsx';
import classes from './ViewerToolbar.module.css';
import type { ViewerCommand } from './viewer-commands.ts';
import type { PresetChoice } from './window-presets.ts';

interface ViewerToolbarProps {
  tool: StageTool;
  finger: FingerChoice;
  isInverted: boolean;
  presets: readonly PresetChoice[];
  disabled: boolean;
  run: (command: ViewerCommand) => void;
}

const measureEntries: readonly ToolMenuEntry[] = [
  { label: 'Length', shortcut: 'L', command: { tool: 'length' } },
  { label: 'Angle', shortcut: 'A', command: { tool: 'angle' } },
  { label: 'Ellipse with statistics', shortcut: 'E', command: { tool: 'ellipse' } },
  { label: 'Probe a value', shortcut: 'X', command: { tool: 'probe' } },
  { label: 'Remove selected or latest', shortcut: 'Del', command: 'remove-measurement' },
  { label: 'Clear all measurements', shortcut: 'C', command: 'clear-measurements' },
  { label: 'Bring back what was removed', shortcut: 'U', command: 'bring-measurements-back' },
];

/** On a narrow screen the bar has no buttons of their own for the last three. */
const layEntries: readonly ToolMenuEntry[] = [
  { label: 'Rotate 90° clockwise', shortcut: 'T', command: 'rotate' },
  { label: 'Flip left to right', shortcut: 'H', command: 'flip-horizontal' },
  { label: 'Flip top to bottom', shortcut: 'V', command: 'flip-vertical' },
  { label: 'Invert gray values', shortcut: 'I', command: 'invert' },
  { label: 'Enlarge', shortcut: '+', command: 'zoom-in' },
  { label: 'Reduce', shortcut: '-', command: 'zoom-out' },
];

/**
 * Every tool of the viewer as a button or in a button's menu; the key that does the same stands beside it.
 */
export function ViewerToolbar(props: ViewerToolbarProps) {
  const { tool, finger, isInverted, presets, disabled, run } = props;
  const toggle = (name: StageTool) => ({
    pressed: finger.isInUse(name, tool),
    onClick: () => run({ tool: name }),
  });
  const presetEntries = presets.map(({ label }, preset) => ({
    label,
    shortcut: String(preset + 1),
    command: { preset },
  }));
  return (
    <div className={classes.bar} role="toolbar" aria-label="Viewer tools">
      <span className={classes.touch}>
        <ToolButton
          label="Scroll the page with one finger"
          shortcut="S"
          disabled={disabled}
          pressed={finger.finger === 'page'}
          onClick={() => run('scroll-page')}
        >
          <IconHandFinger size={18} />
        </ToolButton>
      </span>
      <ToolButton label="Window and level" shortcut="W" disabled={disabled} {...toggle('window')}>
        <IconContrast size={18} />
      </ToolButton>
      <ToolButton label="Pan" shortcut="P" disabled={disabled} {...toggle('pan')}>
        <IconHandStop size={18} />
      </ToolButton>
      <ToolButton label="Zoom" shortcut="Z" disabled={disabled} {...toggle('zoom')}>
        <IconZoom size={18} />
      </ToolButton>
      <ToolMenu
        label="Measure"
        icon={<IconRulerMeasure size={18} />}
        entries={measureEntries}
        isActive={!['window', 'pan', 'zoom'].includes(tool)}
        disabled={disabled}
        run={run}
      />
      <span className={classes.gap} />
      <span className={classes.wide}>
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
      </span>
      <ToolMenu
        label="Window presets"
        icon={<IconSunset2 size={18} />}
        entries={presetEntries}
        disabled={disabled}
        run={run}
      />
      <ToolMenu
        label="Rotate and flip"
        icon={<IconRotateRectangle size={18} />}
        entries={layEntries}
        disabled={disabled}
        run={run}
      />
      <AdjustMenu disabled={disabled} run={run} />
      <ToolButton label="Reset" shortcut="R" disabled={disabled} onClick={() => run('reset')}>
        <IconRefresh size={18} />
      </ToolButton>
      <ToolButton label="Full screen" shortcut="F" onClick={() => run('full-screen')}>
        <IconArrowsMaximize size={18} />
      </ToolButton>
      <ToolButton label="Keyboard shortcuts" shortcut="?" onClick={() => run('help')}>
        <IconHelp size={18} />
      </ToolButton>
    </div>
  );
}
