/** Those who follow a value that is kept outside of components. */
export class Followers {
  readonly #all = new Set<() => void>();

  /** As `useSyncExternalStore` takes it. @returns what ends it. */
  readonly follow = (changed: () => void): (() => void) => {
    this.#all.add(changed);
    return () => this.#all.delete(changed);
  };

  /** Tells them that it changed. */
  tell(): void {
    for (const changed of this.#all) changed();
  }
}
