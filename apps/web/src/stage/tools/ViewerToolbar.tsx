import { type ComponentProps, memo, useMemo } from 'react';
import { IconFocusCentered } from '../../ui/icons/frame-icons.ts';
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
  IconStar,
  IconSunset2,
  IconZoom,
  IconZoomIn,
  IconZoomOut,
} from '../../ui/icons/tool-icons.ts';
import type { StageTool } from '../input/stage-pointer.ts';
import type { FingerChoice } from '../input/use-finger.ts';
import { AdjustMenu } from './AdjustMenu.tsx';
import { ToolButton } from './ToolButton.tsx';
import { ToolMenu, type ToolMenuEntry } from './ToolMenu.tsx';
import classes from './ViewerToolbar.module.css';
import type { ViewerCommand } from './viewer-commands.ts';
import type { PresetChoice } from './window-presets.ts';

interface ViewerToolbarProps {
  tool: StageTool;
  finger: FingerChoice;
  /** Whether it stands beside the picture, one tool below the other. */
  isBeside: boolean;
  isInverted: boolean;
  /** Whether planes have a crosshair to be moved. */
  hasCrosshair?: boolean;
  /** Whether the image may become a key image of a report. */
  canChoose?: boolean;
  presets: readonly PresetChoice[];
  disabled: boolean;
  run: (command: ViewerCommand) => void;
}

const measureEntries: readonly ToolMenuEntry[] = [
  { label: 'Length', shortcut: 'L', command: { tool: 'length' } },
  { label: 'Angle', shortcut: '<', command: { tool: 'angle' } },
  { label: 'Ellipse with statistics', shortcut: 'E', command: { tool: 'ellipse' } },
  { label: 'Probe a value', shortcut: '#', command: { tool: 'probe' } },
  { label: 'Arrow with text', shortcut: '>', command: { tool: 'arrow' } },
  { label: 'Remove selected or latest', shortcut: 'Del', command: 'remove-measurement' },
  { label: 'Clear all measurements', shortcut: 'C', command: 'clear-measurements' },
  { label: 'Bring back what was removed', shortcut: 'U', command: 'bring-measurements-back' },
];

/** On a narrow screen the bar has no buttons for the last three. */
const layEntries: readonly ToolMenuEntry[] = [
  { label: 'Rotate 90° clockwise', shortcut: 'T', command: 'rotate' },
  { label: 'Flip left to right', shortcut: 'H', command: 'flip-horizontal' },
  { label: 'Flip top to bottom', shortcut: 'V', command: 'flip-vertical' },
  { label: 'Fit the whole image', shortcut: '0', command: 'fit' },
  { label: 'One to one', shortcut: '*', command: 'one-to-one' },
  { label: 'Magnifier', shortcut: 'Y', command: 'magnifier' },
  { label: 'Invert gray values', shortcut: 'I', command: 'invert' },
  { label: 'Enlarge', shortcut: '+', command: 'zoom-in' },
  { label: 'Reduce', shortcut: '-', command: 'zoom-out' },
];

type PlainButton = Omit<ComponentProps<typeof ToolButton>, 'run' | 'disabled' | 'isBeside'>;

/** Commands that are objects are made once: a button is drawn again only when something of it changed. */
const tools: readonly (PlainButton & { command: { tool: StageTool } })[] = [
  { label: 'Window and level', shortcut: 'W', icon: IconContrast, command: { tool: 'window' } },
  { label: 'Pan', shortcut: 'P', icon: IconHandStop, command: { tool: 'pan' } },
  { label: 'Zoom', shortcut: 'Z', icon: IconZoom, command: { tool: 'zoom' } },
];

const crosshair: (typeof tools)[number] = {
  label: 'Move the crosshair',
  shortcut: '.',
  icon: IconFocusCentered,
  command: { tool: 'point' },
};

const enlarging: readonly PlainButton[] = [
  { label: 'Zoom out', shortcut: '-', icon: IconZoomOut, command: 'zoom-out' },
  { label: 'Zoom in', shortcut: '+', icon: IconZoomIn, command: 'zoom-in' },
];

const ofTheViewer: readonly PlainButton[] = [
  { label: 'Full screen', shortcut: 'F', icon: IconArrowsMaximize, command: 'full-screen' },
  { label: 'Keyboard shortcuts', shortcut: '?', icon: IconHelp, command: 'help' },
];

/**
 * Every tool of the viewer as a button or in a button's menu; the key that does the same stands beside it.
 */
export const ViewerToolbar = memo(function ViewerToolbar(props: ViewerToolbarProps) {
  const { tool, finger, isBeside, isInverted, presets, disabled, run } = props;
  const own = props.hasCrosshair ? [crosshair, ...tools] : tools;
  const each = { disabled, run, isBeside };
  const presetEntries = useMemo(
    () => presets.map(({ label }, preset) => ({ label, shortcut: String(preset + 1), command: { preset } })),
    [presets],
  );
  return (
    <div
      className={classes.bar}
      data-beside={isBeside || undefined}
      role="toolbar"
      aria-label="Viewer tools"
      aria-orientation={isBeside ? 'vertical' : 'horizontal'}
    >
      <span className={classes.touch}>
        <ToolButton
          label="Scroll the page with one finger"
          shortcut="S"
          icon={IconHandFinger}
          pressed={finger.finger === 'page'}
          command="scroll-page"
          {...each}
        />
      </span>
      {own.map((button) => (
        <ToolButton
          key={button.label}
          {...button}
          {...each}
          pressed={finger.isInUse(button.command.tool, tool)}
        />
      ))}
      <ToolMenu
        label="Measure"
        icon={IconRulerMeasure}
        entries={measureEntries}
        isActive={!['window', 'pan', 'zoom', 'point'].includes(tool)}
        {...each}
      />
      {props.canChoose && (
        <ToolButton label="Key image" shortcut="K" icon={IconStar} command="key-image" {...each} />
      )}
      <span className={classes.gap} />
      <span className={classes.wide}>
        {enlarging.map((button) => (
          <ToolButton key={button.label} {...button} {...each} />
        ))}
        <ToolButton
          label="Invert"
          shortcut="I"
          icon={IconContrast2}
          pressed={isInverted}
          command="invert"
          {...each}
        />
      </span>
      <ToolMenu label="Window presets" icon={IconSunset2} entries={presetEntries} {...each} />
      <ToolMenu label="Rotate, flip and zoom" icon={IconRotateRectangle} entries={layEntries} {...each} />
      <AdjustMenu {...each} />
      <ToolButton label="Reset" shortcut="R" icon={IconRefresh} command="reset" {...each} />
      {ofTheViewer.map((button) => (
        <ToolButton key={button.label} {...button} run={run} isBeside={isBeside} />
      ))}
    </div>
  );
});
