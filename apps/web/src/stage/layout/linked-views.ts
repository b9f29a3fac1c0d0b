import type { StageView } from '../geometry/stage-view.ts';
import type { SharedWindow } from '../look/stack-look.ts';
import { LinkedPlaces, type Side } from './linked-places.ts';

/** A stage as far as another one follows it. */
export interface LinkableStage {
  view(): StageView | null;
  look(view: StageView): void;
}

/** Of a viewer that has another one beside it; the same object throughout. */
export interface ViewerLink {
  readonly views: LinkedViews;
  readonly side: Side;
  readonly window: SharedWindow;
}

/** How the right picture lies against the left one. */
interface Offset {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

const aligned: Offset = { x: 0, y: 0, zoom: 1 };

/**
 * Viewers beside each other that zoom, pan and scroll together. The one the reader works with leads; what
 * it shows, the other shows too, in shares of the picture, so that two sizes agree. Unlinked, each can be
 * moved by itself; linked again, they keep how they then lie against each other.
 */
export class LinkedViews {
  /** Of stacks: which slices go together. */
  readonly places = new LinkedPlaces();
  /** By pane: a viewer may show several planes. */
  readonly #panes = new Map<string, Map<Side, LinkableStage>>();
  readonly #offsets = new Map<string, Offset>();
  #leader: Side | null = null;
  #isLinked = true;

  /** @returns what takes the stage out again. */
  join(side: Side, stage: LinkableStage, pane = ''): () => void {
    const stages = this.#panes.get(pane) ?? new Map<Side, LinkableStage>();
    this.#panes.set(pane, stages.set(side, stage));
    return () => {
      if (stages.get(side) === stage) stages.delete(side);
    };
  }

  /** The reader touched this side: from now on it leads. */
  lead(side: Side): void {
    this.#leader = side;
    this.places.lead(side);
  }

  /** To be called after each redraw. Only the leader's is followed, else the two would chase each other. */
  rendered(side: Side, pane = ''): void {
    if (!this.#isLinked || side !== this.#leader) return;
    const stages = this.#panes.get(pane);
    const view = stages?.get(side)?.view();
    const offset = this.#offsets.get(pane) ?? aligned;
    if (view) stages?.get(side === 'left' ? 'right' : 'left')?.look(beside(side, view, offset));
  }

  link(isLinked: boolean): void {
    if (isLinked) for (const [pane, stages] of this.#panes) this.#measure(pane, stages);
    this.#isLinked = isLinked;
    this.places.link(isLinked);
  }

  /** Whole pictures lie against each other as at the beginning. */
  align(): void {
    this.#offsets.clear();
  }

  #measure(pane: string, stages: ReadonlyMap<Side, LinkableStage>): void {
    const [left, right] = [stages.get('left')?.view(), stages.get('right')?.view()];
    if (left && right)
      this.#offsets.set(pane, { x: right.x - left.x, y: right.y - left.y, zoom: right.zoom / left.zoom });
  }
}

function beside(side: Side, { x, y, zoom }: StageView, { x: dx, y: dy, zoom: ratio }: Offset): StageView {
  if (side === 'left') return { x: x + dx, y: y + dy, zoom: zoom * ratio };
  return { x: x - dx, y: y - dy, zoom: zoom / ratio };
}
