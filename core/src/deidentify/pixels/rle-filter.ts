import type { ByteFilter } from './byte-filter.ts';

const headerBytes = 64;

/**
 * RLE (PS3.5 annex G): each fragment is a frame of planes of bytes. What a plane has behind its last pixel,
 * the rest of the header and, by `masks` (one for each plane, in their order), bits that no sample has become
 * zero.
 */
export class RleFilter implements ByteFilter {
  private at = 0;
  private header = new DataView(new ArrayBuffer(headerBytes));
  private starts: readonly number[] = [];
  private plane = -1;
  private pixelsLeft = 0;
  /** Bytes that are still to come as they are; of a repeated byte one. */
  private literal = 0;
  private repeats = 0;

  constructor(
    private framesLeft: number,
    private readonly pixels: number,
    private readonly masks: readonly number[],
  ) {}

  beginFragment(): void {
    this.at = 0;
    this.plane = -1;
    this.starts = [];
    this.framesLeft -= 1;
  }

  next(byte: number): number {
    const at = this.at++;
    if (this.framesLeft < 0) return 0;
    if (at < headerBytes) return this.inHeader(at, byte);
    if (at === this.starts[this.plane + 1]) this.beginPlane();
    if (this.plane < 0 || this.pixelsLeft <= 0) return 0;
    return this.inPlane(byte);
  }

  private inHeader(at: number, byte: number): number {
    this.header.setUint8(at, byte);
    const planes = this.masks.length;
    if (at === headerBytes - 1)
      this.starts = Array.from({ length: planes }, (_, i) => this.header.getUint32(4 + 4 * i, true));
    return at < 4 + 4 * planes ? byte : 0;
  }

  private beginPlane(): void {
    this.plane += 1;
    this.pixelsLeft = this.pixels;
    this.literal = 0;
    this.repeats = 0;
  }

  private inPlane(byte: number): number {
    const mask = this.masks[this.plane] ?? 0xff;
    if (this.repeats > 0) {
      this.pixelsLeft -= this.repeats;
      this.repeats = 0;
      return byte & mask;
    }
    if (this.literal > 0) {
      this.literal -= 1;
      this.pixelsLeft -= 1;
      return byte & mask;
    }
    if (byte < 128) this.literal = byte + 1;
    else if (byte > 128) this.repeats = 257 - byte;
    return byte;
  }
}
