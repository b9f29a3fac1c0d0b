import {
  PanTool,
  Enums as ToolEnums,
  ToolGroupManager,
  type Types as ToolTypes,
  WindowLevelTool,
  ZoomTool,
} from '@cornerstonejs/tools';

export type StageTool = 'window' | 'pan' | 'zoom';

const { MouseBindings } = ToolEnums;
const toolNames: Record<StageTool, string> = {
  window: WindowLevelTool.toolName,
  pan: PanTool.toolName,
  zoom: ZoomTool.toolName,
};

/** Which button or finger does what on one stage. */
export class StageTools {
  readonly #id: string;
  readonly #group: ToolTypes.IToolGroup | undefined;

  /** @param id of the viewport and of its rendering engine. */
  constructor(id: string) {
    this.#id = id;
    this.#group = ToolGroupManager.createToolGroup(id);
    for (const name of Object.values(toolNames)) this.#group?.addTool(name);
    this.#group?.addViewport(id, id);
    this.choose('window');
  }

  /** The left button or one finger does this; right button, wheel and two fingers zoom, the middle button pans. */
  choose(tool: StageTool): void {
    const bindings: Record<StageTool, ToolTypes.IToolBinding[]> = {
      window: [],
      pan: [{ mouseButton: MouseBindings.Auxiliary }],
      zoom: [
        { mouseButton: MouseBindings.Secondary },
        { mouseButton: MouseBindings.Wheel },
        { numTouchPoints: 2 },
      ],
    };
    bindings[tool].push({ mouseButton: MouseBindings.Primary }, { numTouchPoints: 1 });
    for (const each of ['window', 'pan', 'zoom'] as const) {
      this.#group?.setToolPassive(toolNames[each], { removeAllBindings: true });
      if (bindings[each].length > 0) {
        this.#group?.setToolActive(toolNames[each], { bindings: bindings[each] });
      }
    }
  }

  destroy(): void {
    ToolGroupManager.destroyToolGroup(this.#id);
  }
}
