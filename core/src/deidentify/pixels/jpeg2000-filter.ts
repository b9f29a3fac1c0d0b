import { SegmentFilter } from './segment-filter.ts';

const [soc, sot, sod, eoc] = [0x4f, 0x90, 0x93, 0xd9];
/** SIZ, CAP, PRF, CPF, COD, COC, QCD, QCC, RGN, POC, TLM, PLM, PLT, PPM, PPT, CRG (T.800 annex A, T.814). */
const needed: ReadonlySet<number> = new Set([
  ...[0x51, 0x50, 0x56, 0x59, 0x52, 0x53, 0x5c, 0x5d, 0x5e, 0x5f, 0x55, 0x57, 0x58, 0x60, 0x61, 0x63],
]);

/**
 * JPEG 2000 and HTJ2K code streams (T.800 annex A): comments, unknown segments and whatever follows the end
 * of a picture become zero. Other segments and the data of tiles stay as they are. A JP2 file, which has no
 * place in DICOM, is zeroed.
 */
export class Jpeg2000Filter extends SegmentFilter {
  /** From the marker of a tile part to its end; 0: up to the end of the picture. */
  private tileLength = 0;
  private inTile = 0;

  override next(byte: number): number {
    this.inTile += 1;
    return super.next(byte);
  }

  protected starting(byte: number): number {
    if (byte !== soc) return this.end();
    this.framesLeft -= 1;
    this.state = this.between;
    return byte;
  }

  protected named(byte: number): number {
    if (byte === 0xff) return byte;
    if (byte === eoc) this.state = this.ended;
    else if (byte === sod) this.state = this.isTileOver() ? this.between : this.data;
    else if (byte >= 0x30 && byte <= 0x3f) this.state = this.between;
    else {
      if (byte === sot) this.inTile = 2;
      this.code = byte;
      this.at = 0;
      this.state = this.lengthByte;
    }
    return byte;
  }

  private lengthByte(byte: number): number {
    this.length = this.at === 0 ? byte * 256 : this.length + byte - 2;
    this.at += 1;
    if (this.at === 2) {
      this.at = 0;
      this.tileLength = this.code === sot ? 0 : this.tileLength;
      this.state = this.length > 0 ? this.payload : this.between;
    }
    return byte;
  }

  private payload(byte: number): number {
    const { code, at } = this;
    if (code === sot && at >= 2 && at < 6) this.tileLength = this.tileLength * 256 + byte;
    this.at += 1;
    if (this.at >= this.length) this.state = this.between;
    return needed.has(code) || (code === sot && at < 8) ? byte : 0;
  }

  private isTileOver(): boolean {
    return this.tileLength > 0 && this.inTile >= this.tileLength;
  }

  private data(byte: number): number {
    if (this.isTileOver()) this.state = this.between;
    // Within data no FF is followed by more than 8F: such a pair is a marker.
    else if (byte === 0xff && this.tileLength === 0) this.state = this.inDataBehindFf;
    return byte;
  }

  private inDataBehindFf(byte: number): number {
    if (byte === eoc) return this.named(byte);
    this.state = byte === 0xff ? this.inDataBehindFf : this.data;
    return byte;
  }
}
