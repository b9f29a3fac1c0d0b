import { SegmentFilter } from './segment-filter.ts';

/** Application segments that decoders need: their prefix, and the one byte that matters. */
const applications: Readonly<Record<number, { readonly start: string; readonly says?: number }>> = {
  224: { start: 'JFIF\0' }, // APP0: colours are YCbCr
  232: { start: 'mrfx', says: 4 }, // APP8 of JPEG-LS: the colour transform
  238: { start: 'Adobe', says: 11 }, // APP14: the colour transform
};
const [soi, eoi, sos] = [0xd8, 0xd9, 0xda];
/** DAC, DHT, DQT and, of JPEG-LS, LSE: tables. */
const tables: ReadonlySet<number> = new Set([0xcc, 0xc4, 0xdb, 0xf8]);
/** DRI, DNL and EXP: payload bytes of segments of one length. */
const fixedLengths: Readonly<Record<number, number>> = { 221: 2, 220: 2, 223: 1 };

/**
 * JPEG and JPEG-LS (T.81 annex B, T.87): comments, application data, the surplus of segments, what stands
 * between them and whatever follows the end of a picture become zero. Tables and entropy-coded data stay as
 * they are.
 */
export class JpegFilter extends SegmentFilter {
  /** Of the payload, from its start, bytes that may stay. */
  private staying = 0;
  private isKnownSoFar = true;

  constructor(
    framesLeft: number,
    private readonly isJpegLs: boolean,
  ) {
    super(framesLeft);
  }

  protected starting(byte: number): number {
    return byte === soi ? this.named(byte) : this.end();
  }

  protected named(byte: number): number {
    if (byte === 0xff) return byte;
    if (byte === soi) {
      if (this.framesLeft <= 0) return this.end();
      this.framesLeft -= 1;
      this.state = this.between;
      return byte;
    }
    if (byte === eoi) this.state = this.ended;
    else if (byte <= 1 || (byte >= 0xd0 && byte <= 0xd7)) this.state = this.between;
    else {
      this.code = byte;
      this.at = 0;
      this.state = this.lengthByte;
    }
    return byte;
  }

  private lengthByte(byte: number): number {
    this.length = this.at === 0 ? byte * 256 : this.length + byte;
    this.at += 1;
    if (this.at === 2) this.beginPayload();
    return byte;
  }

  private beginPayload(): void {
    this.at = 0;
    this.length -= 2;
    this.isKnownSoFar = true;
    this.staying = tables.has(this.code) ? Number.POSITIVE_INFINITY : (fixedLengths[this.code] ?? 0);
    this.state = this.length > 0 ? this.payload : this.behindPayload();
  }

  private behindPayload(): (byte: number) => number {
    return this.code === sos ? this.scan : this.between;
  }

  private payload(byte: number): number {
    const kept = this.keptOfPayload(byte);
    this.at += 1;
    if (this.at >= this.length) this.state = this.behindPayload();
    return kept;
  }

  private keptOfPayload(byte: number): number {
    const { code, at } = this;
    // Start of scan and of frame state their number of components, and so of bytes.
    if (code === sos && at === 0) this.staying = 4 + 2 * byte;
    if (isFrame(code) && at < 6) this.staying = at === 5 ? 6 + 3 * byte : 6;
    if (at < this.staying) return byte;
    const application = applications[code];
    if (!application) return 0;
    if (at < application.start.length) {
      this.isKnownSoFar &&= byte === application.start.charCodeAt(at);
      return this.isKnownSoFar ? byte : 0;
    }
    return this.isKnownSoFar && at === application.says ? byte : 0;
  }

  private scan(byte: number): number {
    if (byte === 0xff) this.state = this.inScanBehindFf;
    return byte;
  }

  /** In a scan FF is stuffed: followed by 0, or, in JPEG-LS, by a byte whose first bit is 0. */
  private inScanBehindFf(byte: number): number {
    const isData = this.isJpegLs ? byte < 0x80 : byte === 0;
    if (isData || (byte >= 0xd0 && byte <= 0xd7)) {
      this.state = this.scan;
      return byte;
    }
    return this.named(byte);
  }
}

/** SOF0 to SOF15 and SOF55, without the codes between them that are tables. */
function isFrame(code: number): boolean {
  return code === 0xf7 || (code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code));
}
