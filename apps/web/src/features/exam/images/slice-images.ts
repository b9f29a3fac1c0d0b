import type { Picture } from '../../../stage/source/picture.ts';

/** So many slices are fetched side by side. */
const sideBySide = 4;
/** So many slices on either side are fetched before the reader comes to them. */
const ahead = 32;
/** Decoded slices are kept up to so many bytes, those nearest to the one on screen. */
const mostBytes = 192 * 1024 ** 2;

export type LoadImage = (place: number, signal: AbortSignal) => Promise<Picture>;

/** The slices of an exam, fetched ahead: the one on screen first, then its neighbors. */
export class SliceImages {
  readonly #count: number;
  readonly #load: LoadImage;
  readonly #onChange: () => void;
  readonly #images = new Map<number, Picture>();
  readonly #loading = new Set<number>();
  readonly #failed = new Set<number>();
  readonly #leaving = new AbortController();
  #place = 0;
  #keepsAll = false;

  constructor(count: number, load: LoadImage, onChange: () => void) {
    this.#count = count;
    this.#load = load;
    this.#onChange = onChange;
  }

  at(place: number): Picture | null {
    return this.#images.get(place) ?? null;
  }

  hasFailed(place: number): boolean {
    return this.#failed.has(place);
  }

  get failures(): number {
    return this.#failed.size;
  }

  get loaded(): number {
    return this.#images.size;
  }

  /** All of them in order; null until they are there. */
  all(): readonly Picture[] | null {
    const all = Array.from({ length: this.#count }, (_, place) => this.#images.get(place));
    return all.every((picture) => picture !== undefined) ? all : null;
  }

  /** The slice on screen; `keepsAll`: planes across need every slice. */
  want(place: number, keepsAll: boolean): void {
    this.#place = place;
    this.#keepsAll ||= keepsAll;
    this.#take();
  }

  /** Tries again what failed, and what came as another kind than most: no volume is made of both. */
  retry(): void {
    this.#failed.clear();
    for (const place of placesOfOddKind(this.#images)) this.#images.delete(place);
    this.#onChange();
    this.#take();
  }

  end(): void {
    this.#leaving.abort();
  }

  #take(): void {
    if (this.#leaving.signal.aborted) return;
    while (this.#loading.size < sideBySide) {
      const place = this.#next();
      if (place === undefined) return;
      this.#loading.add(place);
      void this.#loadAt(place);
    }
  }

  async #loadAt(place: number): Promise<void> {
    try {
      const picture = await this.#load(place, this.#leaving.signal);
      this.#images.set(place, picture);
      this.#forgetFarthest();
    } catch {
      if (!this.#leaving.signal.aborted) this.#failed.add(place);
    }
    this.#loading.delete(place);
    if (this.#leaving.signal.aborted) return;
    // What was fetched ahead is not on the screen yet.
    if (place === this.#place || this.#keepsAll) this.#onChange();
    this.#take();
  }

  /** The nearest one that is neither there nor on its way, as far as they are kept. */
  #next(): number | undefined {
    const reach = this.#keepsAll ? this.#count : Math.min(ahead, this.#reach());
    for (let apart = 0; apart <= reach; apart += 1)
      for (const place of [this.#place + apart, this.#place - apart]) {
        const isThere = this.#images.has(place) || this.#loading.has(place) || this.#failed.has(place);
        if (place >= 0 && place < this.#count && !isThere) return place;
      }
    return undefined;
  }

  #forgetFarthest(): void {
    const reach = this.#reach();
    for (const place of this.#images.keys())
      if (Math.abs(place - this.#place) > reach + sideBySide) this.#images.delete(place);
  }

  /** How far from the slice on screen slices are kept. */
  #reach(): number {
    const [first] = this.#images.values();
    if (this.#keepsAll || !first) return this.#count;
    return Math.max(2, Math.floor(mostBytes / first.samples.byteLength / 2));
  }
}

function placesOfOddKind(images: ReadonlyMap<number, Picture>): number[] {
  const kinds = new Map<string, number[]>();
  for (const [place, { kind, samples }] of images) {
    const name = `${kind} ${samples.constructor.name}`;
    kinds.set(name, [...(kinds.get(name) ?? []), place]);
  }
  const [, ...odd] = [...kinds.values()].sort((one, other) => other.length - one.length);
  return odd.flat();
}
