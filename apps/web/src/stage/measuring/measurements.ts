import type { DrawnMeasurement } from '@second-read/core/review/measurements/reader-measurement';
import { wordsOf } from './measure.ts';
import type { Measurement } from './measurement-shape.ts';

/** A measurement as a list names it. */
export interface ListedMeasurement {
  /** Of its image. */
  readonly key: string;
  readonly id: string;
  /** "23.4 mm". */
  readonly words: string;
  readonly isFixed: boolean;
  /** Whether it is kept with the report. */
  readonly isKept: boolean;
}

/** Who keeps what is measured, with the report under review. */
export interface MeasurementKeeper {
  keep(key: string, drawn: DrawnMeasurement): void;
  remove(key: string, id: string): void;
}

/** A measurement that is kept, on the image of that key. */
export interface KeptMeasurement {
  readonly key: string;
  readonly drawn: DrawnMeasurement;
}

/** The measurements of a stack, each on its image; they are there again when a reader returns to it. */
export class Measurements {
  readonly #on = new Map<string, readonly Measurement[]>();
  readonly #removed: { readonly key: string; readonly all: readonly Measurement[] }[] = [];
  /** Those that are not being drawn any more, by id. */
  readonly #settled = new Map<string, DrawnMeasurement>();
  #kept: ReadonlySet<string> = new Set();
  #keeper: MeasurementKeeper | null = null;
  /** The id of the one that was touched last. */
  selected: string | null = null;
  #written: string | null = null;
  /** Those of all images, once their words are known; another array after each change. */
  listed: readonly ListedMeasurement[] = [];
  readonly #words = new Map<string, string>();
  readonly #followers = new Set<() => void>();

  /** @param listen called when the list changed. @returns what ends it. */
  readonly follow = (listen: () => void): (() => void) => {
    this.#followers.add(listen);
    return () => this.#followers.delete(listen);
  };

  /** The id of the arrow whose text is being written; the text is kept once it is no longer. */
  get written(): string | null {
    return this.#written;
  }

  set written(id: string | null) {
    const before = this.#written;
    this.#written = id;
    const drawn = before === null || before === id ? undefined : this.#settled.get(before);
    if (drawn?.tool !== 'arrow') return;
    for (const [key, all] of this.#on) {
      const text = all.find((each) => each.id === drawn.id)?.text;
      if (text !== undefined && text !== drawn.text) this.settle(key, { ...drawn, text });
    }
  }

  /** What the measurements of an image come to: only who shows it knows. */
  name(words: ReadonlyMap<string, string>): void {
    for (const [id, text] of words) this.#words.set(id, text);
    this.#list();
  }

  on(key: string): readonly Measurement[] {
    return this.#on.get(key) ?? [];
  }

  /** From now on what is measured is kept, and what was measured before; null: it is not. */
  keepWith(keeper: MeasurementKeeper | null): void {
    this.#keeper = keeper;
    for (const [key, all] of this.#on)
      this.#keep(
        key,
        all.filter(({ id }) => !this.#kept.has(id)),
      );
    this.#list();
  }

  /** Shows what is kept with the report, in place of what was shown of it; all else stays. */
  showKept(kept: readonly KeptMeasurement[], isFixed: boolean): void {
    const ids = new Set(kept.map(({ drawn }) => drawn.id));
    // What is being written is ahead of what was kept of it.
    const written = [...this.#on.values()].flat().find(({ id }) => id === this.#written);
    for (const [key, all] of this.#on)
      this.#on.set(
        key,
        all.filter(({ id }) => !ids.has(id) && !this.#kept.has(id)),
      );
    for (const { key, drawn } of kept) {
      const { id, tool, points } = drawn;
      const text = drawn.tool === 'arrow' && {
        text: (id === written?.id ? written.text : undefined) ?? drawn.text,
      };
      const shown = { id, tool, points: points.map(({ x, y }) => [x, y] as const), isFixed, ...text };
      this.#on.set(key, [...this.on(key), shown]);
      this.#settled.set(id, drawn);
      this.#words.set(id, wordsOf(drawn));
    }
    this.#kept = ids;
    this.#list();
  }

  /** Adds a measurement, or puts it in place of what it was. */
  put(key: string, measurement: Measurement): void {
    const before = this.on(key);
    const isKnown = before.some(({ id }) => id === measurement.id);
    const after = isKnown
      ? before.map((each) => (each.id === measurement.id ? measurement : each))
      : [...before, measurement];
    this.#on.set(key, after);
    this.selected = measurement.id;
  }

  /** One that is drawn, or was moved, to its end. */
  settle(key: string, drawn: DrawnMeasurement): void {
    this.#settled.set(drawn.id, drawn);
    this.#keep(
      key,
      this.on(key).filter(({ id }) => id === drawn.id),
    );
  }

  /** Removes the selected measurement, or else the latest, of the images that are looked at. */
  removeLast(keys: readonly string[]): void {
    const all = keys.flatMap((key) => this.#changeable(key).map((each) => ({ key, each })));
    const last = all.find(({ each }) => each.id === this.selected) ?? all.at(-1);
    if (last) this.#remove(last.key, [last.each]);
  }

  clear(key: string): void {
    this.#remove(key, this.#changeable(key));
  }

  remove(key: string, id: string): void {
    this.#remove(
      key,
      this.#changeable(key).filter((each) => each.id === id),
    );
  }

  /** One that was begun and came to nothing. */
  drop(key: string, dropped: Measurement): void {
    this.#on.set(
      key,
      this.on(key).filter(({ id }) => id !== dropped.id),
    );
  }

  /** Brings back what the last removal took. */
  bringBack(): void {
    const last = this.#removed.pop();
    if (last) {
      this.#on.set(last.key, [...this.on(last.key), ...last.all]);
      this.#keep(last.key, last.all);
    }
    this.#list();
  }

  #changeable(key: string): readonly Measurement[] {
    return this.on(key).filter(({ isFixed }) => !isFixed);
  }

  #keep(key: string, all: readonly Measurement[]): void {
    const keeper = this.#keeper;
    if (!keeper) return;
    const settled = all.flatMap(({ id }) => this.#settled.get(id) ?? []);
    this.#kept = new Set([...this.#kept, ...settled.map(({ id }) => id)]);
    for (const drawn of settled) keeper.keep(key, drawn);
  }

  #list(): void {
    this.listed = [...this.#on].flatMap(([key, all]) =>
      all.flatMap(({ id, isFixed = false }) => {
        const words = this.#words.get(id);
        return words === undefined ? [] : [{ key, id, words, isFixed, isKept: this.#kept.has(id) }];
      }),
    );
    for (const listen of this.#followers) listen();
  }

  #remove(key: string, gone: readonly Measurement[]): void {
    if (gone.length === 0) return;
    this.#removed.push({ key, all: gone });
    this.#on.set(
      key,
      this.on(key).filter((each) => !gone.includes(each)),
    );
    this.selected = null;
    for (const { id } of gone.filter((each) => this.#kept.has(each.id))) this.#keeper?.remove(key, id);
    this.#list();
  }
}
