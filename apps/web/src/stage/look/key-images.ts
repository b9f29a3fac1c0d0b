import { type KeyImageLook, mostKeyImages } from '@second-read/core/review/key-images/key-image';

/** An image as it is shown, before it is said which image of the report it is. */
export interface TakenImage {
  readonly look: Omit<KeyImageLook, 'image'>;
  /** JPEG in Base64. */
  readonly picture: string;
}

/** A key image of the image of that key. */
export interface ChosenImage {
  readonly key: string;
  readonly id: string;
  readonly look: TakenImage['look'];
  /** Address of its picture. */
  readonly url: string;
}

/** Who keeps them with the report under review; `keep` gives the id under which one is kept. */
export interface KeyImageKeeper {
  keep(key: string, taken: TakenImage): string | null;
  remove(id: string): void;
  bringBack(id: string): void;
}

interface ListedImage extends ChosenImage {
  /** Undefined of one that is kept with the report. */
  readonly taken?: TakenImage;
}

interface State {
  readonly listed: readonly ListedImage[];
  /** Whether they are of a version that is not the reader's to change. */
  readonly isFixed: boolean;
  /** Removed last: it can be brought back. */
  readonly removed: ListedImage | null;
  /** What came of the last choice, for the reader; empty where there was none. */
  readonly said: string;
}

/** The key images of a stack: those of the report, and those that wait for a review to keep them. */
export class KeyImages {
  /** Another object after each change. */
  state: State = { listed: [], isFixed: false, removed: null, said: '' };
  #keeper: KeyImageKeeper | null = null;
  #recalled: ChosenImage | null = null;
  readonly #followers = new Set<() => void>();
  readonly #recalls = new Set<(image: ChosenImage) => void>();

  /** @returns what ends it. */
  readonly follow = (listen: () => void): (() => void) => {
    this.#followers.add(listen);
    return () => this.#followers.delete(listen);
  };

  /** @param listen called with a key image that is looked at again. @returns what ends it. */
  onRecall(listen: (image: ChosenImage) => void): () => void {
    this.#recalls.add(listen);
    return () => this.#recalls.delete(listen);
  }

  /** From now on what is chosen is kept, and what was chosen before; null: it is not. */
  keepWith(keeper: KeyImageKeeper | null): void {
    this.#keeper = keeper;
    this.#set({ listed: this.state.listed.map((each) => this.#kept(each)) });
  }

  /** Shows what is kept with the report; what waits for a review stays. */
  showKept(kept: readonly ChosenImage[], isFixed: boolean): void {
    const { listed, removed } = this.state;
    const isBack = kept.some(({ id }) => id === removed?.id);
    const waiting = listed.filter(({ taken }) => taken !== undefined);
    this.#set({ isFixed, listed: [...kept, ...waiting], ...(isBack && { removed: null }) });
  }

  /** Chooses an image as it is shown; one that was chosen as it is shown stays one. */
  choose(key: string, taken: TakenImage): void {
    const { listed } = this.state;
    const look = JSON.stringify(taken.look);
    const isKnown = listed.some((each) => each.key === key && JSON.stringify(each.look) === look);
    if (isKnown) this.#set({ said: 'This is a key image already.' });
    else if (listed.length >= mostKeyImages)
      this.#set({ said: `A report has at most ${mostKeyImages} key images.` });
    else {
      const url = `data:image/jpeg;base64,${taken.picture}`;
      const chosen = this.#kept({ key, id: crypto.randomUUID(), look: taken.look, url, taken });
      const said = `Key image ${listed.length + 1} of at most ${mostKeyImages}.`;
      this.#set({ listed: [...listed, chosen], removed: null, said });
    }
  }

  remove(id: string): void {
    const removed = this.state.listed.find((each) => each.id === id);
    if (!removed) return;
    if (!removed.taken) this.#keeper?.remove(id);
    this.#set({ listed: this.state.listed.filter((each) => each.id !== id), removed, said: '' });
  }

  /** Brings back the one that was removed last. */
  bringBack(): void {
    const { listed, removed } = this.state;
    if (!removed) return;
    if (!removed.taken) this.#keeper?.bringBack(removed.id);
    this.#set({ listed: [...listed, removed], removed: null });
  }

  /** Asks for an image as it was chosen: who shows it next shows it so. */
  recall(image: ChosenImage): void {
    this.#recalled = image;
    for (const listen of this.#recalls) listen(image);
  }

  /** How an image is to be shown; null: as it is. Asked once it is on screen. */
  takeRecalled(key: string): TakenImage['look'] | null {
    if (this.#recalled?.key !== key) return null;
    const { look } = this.#recalled;
    this.#recalled = null;
    return look;
  }

  #kept(image: ListedImage): ListedImage {
    const { taken, ...rest } = image;
    const id = taken && this.#keeper?.keep(image.key, taken);
    return id ? { ...rest, id } : image;
  }

  #set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    for (const listen of this.#followers) listen();
  }
}
