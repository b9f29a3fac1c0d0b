import { changeOrientation, type Orientation, upright } from '../geometry/orientation.ts';
import type { Frame } from '../geometry/stage-view.ts';
import { Measurements } from '../measuring/measurements.ts';
import type { DisplayWindow } from '../source/picture.ts';
import { KeyImages } from './key-images.ts';

/** A window that stacks have in common, as two exams side by side. */
export class SharedWindow {
  /** Null: as each image is opened. */
  value: DisplayWindow | null = null;
  readonly redraws = new Set<() => void>();
}

/** How the images of a stack are looked at: what all its stages share, and keep from slice to slice. */
export class StackLook {
  readonly measurements = new Measurements();
  readonly keyImages = new KeyImages();
  isInverted = false;
  readonly #window: SharedWindow;

  constructor(window = new SharedWindow()) {
    this.#window = window;
  }

  /** Null: as each image is opened. */
  get window(): DisplayWindow | null {
    return this.#window.value;
  }

  set window(window: DisplayWindow | null) {
    this.#window.value = window;
  }

  /** @returns what ends it. */
  follow(redraw: () => void): () => void {
    this.#window.redraws.add(redraw);
    return () => this.#window.redraws.delete(redraw);
  }

  /** To be called after each change. */
  changed(): void {
    for (const redraw of this.#window.redraws) redraw();
  }
}

/** How an image is laid on the stage before anybody turns it. */
export interface Laying {
  /** What is fitted in place of the image itself. */
  readonly frame: Frame;
  readonly isMirrored: boolean;
}

export function orientationOf(laying: Laying | undefined): Orientation {
  return laying?.isMirrored ? changeOrientation(upright, 'flip-horizontal') : upright;
}

/** An image of a stack keeps how the others were looked at, and its own measurements. */
export interface StackPlace {
  /** The same object for all images of the stack. */
  readonly look: StackLook;
  /** Of the image: its measurements are kept under it. */
  readonly key: string;
  /** The same object throughout. */
  readonly laying?: Laying | undefined;
}

const looks = new WeakMap<object, StackLook>();

/** The look of what the object is made from, the same for the same object. */
export function lookOf(stack: object): StackLook {
  const look = looks.get(stack) ?? new StackLook();
  looks.set(stack, look);
  return look;
}
