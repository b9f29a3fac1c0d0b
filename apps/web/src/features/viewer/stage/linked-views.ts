import type { StageView } from './stage-view.ts';

/** A stage as far as another one follows it. */
export interface LinkableStage {
  view(): StageView | null;
  look(view: StageView): void;
}

export type Side = 'left' | 'right';

/** How the right picture lies against the left one. */
interface Offset {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

const aligned: Offset = { x: 0, y: 0, zoom: 1 };

/**
 * Two stages that zoom and pan together. The one the reader works with leads; what it shows, the other shows
 * too, in shares of the picture, so that two sizes agree. Unlinked, each can be moved by itself; linked
 * again, they keep how they then lie against each other.
 */
export class LinkedViews {
  readonly #stages = new Map<Side, LinkableStage>();
  #leader: Side | null = null;
  #offset = aligned;
  #isLinked = true;

  /** @returns what takes the stage out again. */
  join(side: Side, stage: LinkableStage): () => void {
    this.#stages.set(side, stage);
    return () => {
      if (this.#stages.get(side) === stage) this.#stages.delete(side);
    };
  }

  /** The reader touched this side: from now on it leads. */
  lead(side: Side): void {
    this.#leader = side;
  }

  /** To be called after each redraw. Only the leader's is followed, else the two would chase each other. */
  rendered(side: Side): void {
    if (!this.#isLinked || side !== this.#leader) return;
    const view = this.#stages.get(side)?.view();
    if (view) this.#stages.get(otherSide(side))?.look(this.#beside(side, view));
  }

  link(isLinked: boolean): void {
    const left = this.#stages.get('left')?.view();
    const right = this.#stages.get('right')?.view();
    if (isLinked && left && right)
      this.#offset = { x: right.x - left.x, y: right.y - left.y, zoom: right.zoom / left.zoom };
    this.#isLinked = isLinked;
  }

  /** Whole pictures lie against each other as at the beginning. */
  align(): void {
    this.#offset = aligned;
  }

  #beside(side: Side, { x, y, zoom }: StageView): StageView {
    const { x: dx, y: dy, zoom: ratio } = this.#offset;
    if (side === 'left') return { x: x + dx, y: y + dy, zoom: zoom * ratio };
    return { x: x - dx, y: y - dy, zoom: zoom / ratio };
  }
}

function otherSide(side: Side): Side {
  return side === 'left' ? 'right' : 'left';
}
