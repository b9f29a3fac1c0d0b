import {
  PanTool,
  Enums as ToolEnums,
  ToolGroupManager,
  type Types as ToolTypes,
  WindowLevelTool,
  ZoomTool,
} from '@cornerstonejs/tools';

import { afterPaint } from './after-paint.ts';
import type { MeasureTool } from './measure.ts';
import { measureToolNames } from './stage-measurements.ts';

export type StageTool = 'window' | 'pan' | 'zoom' | MeasureTool;

const { MouseBindings } = ToolEnums;
const toolNames: Record<StageTool, string> = {
  window: WindowLevelTool.toolName,
  pan: PanTool.toolName,
  zoom: ZoomTool.toolName,
  ...measureToolNames,
};

const stageTools = ['window', 'pan', 'zoom', 'length', 'angle', 'ellipse', 'probe'] as const;

const noKeys = {
  actions: { undo: { method: 'undo', bindings: [] }, redo: { method: 'redo', bindings: [] } },
};

/** Which button or finger does what on one stage. */
export class StageTools {
  readonly #id: string;
  readonly #group: ToolTypes.IToolGroup | undefined;
  readonly #element: HTMLElement;
  #wanted: StageTool | null = null;
  #callOff: (() => void) | null = null;

  /** @param id of the viewport and of its rendering engine. */
  constructor(id: string, element: HTMLElement) {
    this.#id = id;
    this.#element = element;
    element.addEventListener('pointerdown', this.#take, { capture: true });
    this.#group = ToolGroupManager.createToolGroup(id);
    // Without keys of Cornerstone's own: the viewer has them.
    for (const name of Object.values(toolNames)) this.#group?.addTool(name, noKeys);
    this.#group?.addViewport(id, id);
    this.#bind('window');
  }

  /**
   * The left button or one finger does this; right button, wheel and two fingers zoom, the middle button
   * pans. In force with the next press on the picture: Cornerstone draws it for each change of a tool, which
   * the button that tells of the choice need not wait for.
   */
  choose(tool: StageTool): void {
    this.#wanted = tool;
    this.#callOff ??= afterPaint(this.#take);
  }

  readonly #take = (): void => {
    this.#callOff?.();
    this.#callOff = null;
    if (this.#wanted) this.#bind(this.#wanted);
    this.#wanted = null;
  };

  #bind(tool: StageTool): void {
    const bindings: Record<StageTool, ToolTypes.IToolBinding[]> = {
      length: [],
      angle: [],
      ellipse: [],
      probe: [],
      window: [],
      pan: [{ mouseButton: MouseBindings.Auxiliary }],
      zoom: [
        { mouseButton: MouseBindings.Secondary },
        { mouseButton: MouseBindings.Wheel },
        { numTouchPoints: 2 },
      ],
    };
    bindings[tool].push({ mouseButton: MouseBindings.Primary }, { numTouchPoints: 1 });
    for (const each of stageTools) {
      this.#group?.setToolPassive(toolNames[each], { removeAllBindings: true });
      if (bindings[each].length > 0) {
        this.#group?.setToolActive(toolNames[each], { bindings: bindings[each] });
      }
    }
  }

  destroy(): void {
    this.#callOff?.();
    this.#element.removeEventListener('pointerdown', this.#take, { capture: true });
    ToolGroupManager.destroyToolGroup(this.#id);
  }
}
