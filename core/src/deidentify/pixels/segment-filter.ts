import type { ByteFilter } from './byte-filter.ts';

/** A code stream of marked segments: a state per kind of byte, from the start of a picture to its end. */
export abstract class SegmentFilter implements ByteFilter {
  protected state: (byte: number) => number = this.ended;
  protected code = 0;
  protected length = 0;
  protected at = 0;
  private isFragmentStart = false;

  constructor(protected framesLeft: number) {}

  beginFragment(): void {
    this.isFragmentStart = true;
  }

  next(byte: number): number {
    const kept = this.state(byte);
    this.isFragmentStart = false;
    return kept;
  }

  /** The byte behind a picture's first FF. */
  protected abstract starting(byte: number): number;
  /** The byte behind an FF. */
  protected abstract named(byte: number): number;

  /** Before the first picture and behind each. The next begins with a fragment. */
  protected ended(byte: number): number {
    if (!this.isFragmentStart || byte !== 0xff || this.framesLeft <= 0) return 0;
    this.state = this.starting;
    return byte;
  }

  protected end(): number {
    this.state = this.ended;
    return 0;
  }

  protected between(byte: number): number {
    if (byte !== 0xff) return 0;
    this.state = this.named;
    return byte;
  }
}
