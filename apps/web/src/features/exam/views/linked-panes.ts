import { wholeView } from '../../../stage/geometry/stage-view.ts';
import type { Stage } from '../../../stage/stage.ts';
import { type HungView, mirrored } from './hang.ts';

/** All views zoom and pan together: the one that was touched last leads, the other breast as in a mirror. */
export class LinkedPanes {
  readonly #stages = new Map<string, Pick<Stage, 'view' | 'look'>>();
  readonly #viewOf: (pane: string) => HungView | undefined;
  #leader = '';

  constructor(viewOf: (pane: string) => HungView | undefined) {
    this.#viewOf = viewOf;
  }

  /** @returns what takes the stage out again. */
  join(stage: Pick<Stage, 'view' | 'look'>, pane: string): () => void {
    this.#stages.set(pane, stage);
    this.#leader ||= pane;
    return () => {
      this.#stages.delete(pane);
      if (this.#leader === pane) this.#leader = '';
    };
  }

  lead(pane: string): void {
    this.#leader = pane;
  }

  /** Whole views again. */
  whole(): void {
    for (const stage of this.#stages.values()) stage.look(wholeView);
  }

  /** To be called after each redraw of a pane. */
  rendered(pane: string): void {
    const [from, view] = [this.#viewOf(pane), this.#stages.get(pane)?.view()];
    if (!from || !view || pane !== this.#leader) return;
    for (const [other, stage] of this.#stages) {
      const to = this.#viewOf(other);
      if (other === pane || !to) continue;
      const wanted = mirrored(view, from, to);
      const now = stage.view();
      const isThere = now?.x === wanted.x && now.y === wanted.y && now.zoom === wanted.zoom;
      if (!isThere) stage.look(wanted);
    }
  }
}
