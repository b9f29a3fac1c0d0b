import type { WindowPreset } from '@second-read/core/analysis/manifest';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { StageTool } from './input/stage-pointer.ts';
import { useFinger } from './input/use-finger.ts';
import type { Picture } from './source/picture.ts';
import type { Stage } from './stage.ts';
import { moves, type ViewerCommand } from './tools/viewer-commands.ts';
import { presetsOf } from './tools/window-presets.ts';

interface ToolOptions {
  /** What the tools act on: one image, or several that are looked at together. */
  readonly stages: readonly Stage[];
  readonly picture: Picture | null;
  readonly windowPresets?: readonly WindowPreset[] | undefined;
  /** What is touched: the stage with everything over it. */
  readonly area: RefObject<HTMLElement | null>;
}

/** The tools of a viewer: which is chosen, and what the commands do that are about the image alone. */
export function useStageTools({ stages, picture, windowPresets, area }: ToolOptions) {
  const [tool, setTool] = useState<StageTool>('window');
  const [isInverted, setInverted] = useState(false);
  const [hasLens, setLens] = useState(false);
  const finger = useFinger(area);
  const presets = useMemo(() => presetsOf(picture, windowPresets), [picture, windowPresets]);
  useEffect(() => {
    for (const stage of stages) stage.chooseTool(tool);
  }, [stages, tool]);
  // What was inverted before the stage came is still; a key image may be.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stack comes with the image
  useEffect(() => {
    const follow = () => setInverted(stages[0]?.isInverted ?? false);
    follow();
    return stages[0]?.stack.follow(follow);
  }, [stages, picture]);
  const run = (command: ViewerCommand) => {
    if (command === 'scroll-page') finger.choose('page');
    else if (typeof command === 'object' && 'preset' in command) {
      const chosen = presets[command.preset];
      if (chosen) for (const stage of stages) stage.setWindow(chosen.window());
    } else if (typeof command === 'object') {
      setTool(command.tool);
      finger.choose('tool');
      // At once, not after React has rendered: a press may follow.
      for (const stage of stages) stage.chooseTool(command.tool);
    } else if (command === 'magnifier') setLens((before) => !before);
    else if (command === 'invert') setInverted(stages[0]?.invert() ?? false);
    else if (command === 'reset') {
      for (const stage of stages) stage.reset();
      setInverted(false);
    } else if (command === 'remove-measurement') {
      const keys = stages.map(({ key }) => key);
      stages[0]?.changeMeasurements((all) => all.removeLast(keys));
    } else if (command === 'bring-measurements-back') stages[0]?.changeMeasurements((all) => all.bringBack());
    else for (const stage of stages) moves[command]?.(stage);
  };
  return { tool, isInverted, hasLens, finger, presets, run, choose: setTool };
}
