export type Side = 'left' | 'right';

/** A stack as far as another one follows it. */
export interface LinkableStack {
  /** Of each slice along the body, mm; null where its file does not say. */
  readonly placesMm: readonly (number | null)[];
  /** A slice, from 0. */
  goTo(place: number): void;
}

/**
 * Two stacks that are scrolled together: by position in the patient where the files of both have it, else by
 * share of the stack. The one the reader works with leads. What one exam lies apart from the other is kept:
 * measured when they are linked again, or when both are brought to the same landmark.
 */
export class LinkedPlaces {
  readonly #stacks = new Map<Side, LinkableStack>();
  readonly #at = new Map<Side, number>();
  /** Null: both are being brought to a landmark. */
  #leader: Side | null = 'left';
  /** Of the right stack against the left one, mm or shares. */
  #offset = 0;
  #isLinked = true;

  /** @returns what takes the stack out again. */
  join(side: Side, stack: LinkableStack): () => void {
    this.#stacks.set(side, stack);
    this.#offset = this.#firstOffset();
    if (this.#leader) this.#follow(this.#leader);
    return () => {
      if (this.#stacks.get(side) === stack) this.#stacks.delete(side);
    };
  }

  /** The reader touched this side: from now on it leads. */
  lead(side: Side): void {
    this.#leader = side;
  }

  /** Both stacks are about to go to the same landmark: how they then lie is kept. */
  anchor(): void {
    this.#leader = null;
    this.#measure();
  }

  /** To be called with each slice that a side shows. */
  moved(side: Side, place: number): void {
    this.#at.set(side, place);
    if (!this.#isLinked) return;
    if (this.#leader === null) this.#measure();
    else if (this.#leader === side) this.#follow(side);
  }

  link(isLinked: boolean): void {
    if (isLinked) this.#measure();
    this.#isLinked = isLinked;
  }

  #follow(side: Side): void {
    const [at, other] = [this.#at.get(side), this.#stacks.get(side === 'left' ? 'right' : 'left')];
    const [from, to] = this.#scales(side);
    const here = at === undefined ? undefined : from?.[at];
    if (here === undefined || !other || !to || !this.#isLinked) return;
    const wanted = here + (side === 'left' ? this.#offset : -this.#offset);
    other.goTo(nearestTo(wanted, to));
  }

  #measure(): void {
    const [left, right] = this.#scales('left');
    const [here, there] = [left?.[this.#at.get('left') ?? -1], right?.[this.#at.get('right') ?? -1]];
    if (here !== undefined && there !== undefined) this.#offset = there - here;
  }

  /** None where the two have slices at the same places; else they lie middle to middle. */
  #firstOffset(): number {
    const [left, right] = this.#scales('left');
    if (!left?.length || !right?.length) return 0;
    const [a, b] = [rangeOf(left), rangeOf(right)];
    return a.from <= b.to && b.from <= a.to ? 0 : (b.from + b.to - a.from - a.to) / 2;
  }

  /** What places are counted by: of this side, and of the other. */
  #scales(side: Side): readonly [readonly number[] | undefined, readonly number[] | undefined] {
    const stacks = [this.#stacks.get(side), this.#stacks.get(side === 'left' ? 'right' : 'left')] as const;
    const isInMm = stacks.every((stack) => stack?.placesMm.every((mm) => mm !== null));
    const scale = (stack: LinkableStack | undefined) =>
      stack?.placesMm.map((mm, at, { length }) => (isInMm ? (mm ?? 0) : (at + 0.5) / length));
    return [scale(stacks[0]), scale(stacks[1])];
  }
}

function nearestTo(wanted: number, places: readonly number[]): number {
  const distances = places.map((place) => Math.abs(place - wanted));
  return distances.indexOf(Math.min(...distances));
}

function rangeOf(places: readonly number[]) {
  return { from: Math.min(...places), to: Math.max(...places) };
}
