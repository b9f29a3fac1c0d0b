import type { StackViewport } from '@cornerstonejs/core';
import { getShouldUseCPURendering } from '@cornerstonejs/core';
import {
  AngleTool,
  annotation,
  cancelActiveManipulations,
  EllipticalROITool,
  LengthTool,
  ProbeTool,
  Enums as ToolEnums,
  type Types as ToolTypes,
  utilities,
} from '@cornerstonejs/tools';
import type { Picture } from '../source/picture.ts';
import { type ImagePoint, type MeasureTool, measurementLines } from './measure.ts';

export const measureToolNames: Readonly<Record<MeasureTool, string>> = {
  length: LengthTool.toolName,
  angle: AngleTool.toolName,
  ellipse: EllipticalROITool.toolName,
  probe: ProbeTool.toolName,
};

/** What stands beside a measurement. */
export interface MeasurementLabel {
  readonly id: string;
  readonly lines: readonly string[];
  /** CSS pixels within the stage. */
  readonly x: number;
  readonly y: number;
}

/**
 * The measurements on the picture of one stage. Cornerstone draws and moves them; their words are ours,
 * because its own are styled in a way that the content security policy refuses, and count pixels by their
 * corners on the CPU.
 */
export class StageMeasurements {
  readonly #element: HTMLDivElement;
  readonly #viewport: StackViewport;
  readonly #imageId: () => string | null;
  readonly #onChange: () => void;
  /** What was removed, the last step last. */
  #removed: (readonly ToolTypes.Annotation[])[] = [];
  /** Ids in the order of drawing. */
  #drawn: string[] = [];

  constructor(
    viewport: StackViewport,
    { imageId, onChange }: { imageId: () => string | null; onChange: () => void },
  ) {
    this.#element = viewport.element;
    this.#viewport = viewport;
    this.#imageId = imageId;
    this.#onChange = onChange;
    this.#element.addEventListener(ToolEnums.Events.ANNOTATION_RENDERED, onChange);
  }

  labels(picture: Picture): readonly MeasurementLabel[] {
    const corner = getShouldUseCPURendering() ? 0 : 0.5;
    return this.#annotations().flatMap(({ annotationUID: id = '', metadata, data }) => {
      const tool = toolOf(metadata?.toolName);
      const points = data.handles?.points ?? [];
      if (!tool || points.length === 0) return [];
      const inImage = points.map(([x, y]): ImagePoint => [x + corner, y + corner]);
      const lines = measurementLines(tool, inImage, picture);
      const places = points.map((point) => this.#viewport.worldToCanvas(point));
      const x = Math.max(...places.map((place) => place[0]));
      const y = places.find((place) => place[0] === x)?.[1] ?? 0;
      return lines.length > 0 ? [{ id, lines, x, y }] : [];
    });
  }

  /** Takes back the selected measurement, or else the latest. */
  removeLast(): void {
    cancelActiveManipulations(this.#element);
    const own = this.#annotations().flatMap(({ annotationUID }) => annotationUID ?? []);
    const selected = own.find((id) => annotation.selection.isAnnotationSelected(id));
    const last = selected ?? own.at(-1);
    if (last) this.#remove([last]);
  }

  clear(): void {
    cancelActiveManipulations(this.#element);
    this.#remove(this.#annotations().flatMap(({ annotationUID }) => annotationUID ?? []));
  }

  /** For another picture: nothing of the one before comes back. */
  forget(): void {
    this.clear();
    this.#removed = [];
  }

  /** Brings back what the last removal took. */
  bringBack(): void {
    for (const each of this.#removed.pop() ?? []) annotation.state.addAnnotation(each, this.#element);
    this.#show();
  }

  #remove(ids: readonly string[]): void {
    const gone = this.#annotations().filter(({ annotationUID = '' }) => ids.includes(annotationUID));
    if (gone.length > 0) this.#removed.push(gone);
    for (const id of ids) annotation.state.removeAnnotation(id);
    this.#show();
  }

  #show(): void {
    utilities.triggerAnnotationRenderForViewportIds([this.#viewport.id]);
    this.#onChange();
  }

  /** In the order of drawing: Cornerstone keeps them by tool. */
  #annotations(): readonly ToolTypes.Annotation[] {
    const imageId = this.#imageId();
    const own = annotation.state
      .getAllAnnotations()
      .filter(({ metadata }) => metadata?.referencedImageId === imageId);
    const ids = own.flatMap(({ annotationUID }) => annotationUID ?? []);
    this.#drawn = [
      ...this.#drawn.filter((id) => ids.includes(id)),
      ...ids.filter((id) => !this.#drawn.includes(id)),
    ];
    const order = (each: ToolTypes.Annotation) => this.#drawn.indexOf(each.annotationUID ?? '');
    return own.toSorted((a, b) => order(a) - order(b));
  }
}

function toolOf(name: string | undefined): MeasureTool | undefined {
  return (['length', 'angle', 'ellipse', 'probe'] as const).find((tool) => measureToolNames[tool] === name);
}
