/** A body of `multipart/related` (RFC 2387) could not be read. */
export class BrokenMultipart extends Error {}

/** Limit of a part's headers and of the preamble. */
const headBytes = 16 * 1024;

const crlf = Buffer.from('\r\n');
const headEnd = Buffer.from('\r\n\r\n');

/** The `boundary` of a content type; undefined if it is not valid by RFC 2046. */
export function boundaryOf(contentType: string): string | undefined {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare ?? '';
  return /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/.test(boundary) ? boundary : undefined;
}

/**
 * The content of the only part, as it arrives. Only bytes that may belong to a boundary are held back, so
 * that memory does not grow with the part; the caller limits its length. Throws `BrokenMultipart` for a
 * body that ends early, has no part, more than one, or headers that are too long.
 */
export async function* onlyPart(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<Buffer> {
  const reader = new Reader(body);
  await skipPreamble(reader, boundary);
  await skipHead(reader);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  for (;;) {
    const at = reader.held.indexOf(delimiter);
    const safe = at === -1 ? Math.max(0, reader.held.length - delimiter.length + 1) : at;
    if (safe > 0) yield reader.take(safe);
    if (at !== -1) break;
    if (!(await reader.more())) throw new BrokenMultipart('the body ends within a part');
  }
  reader.take(delimiter.length);
  await requireEnd(reader);
}

/** Bytes that arrived and were not used yet. */
class Reader {
  held = Buffer.alloc(0);
  private readonly chunks: AsyncIterator<Uint8Array>;

  constructor(body: AsyncIterable<Uint8Array>) {
    this.chunks = body[Symbol.asyncIterator]();
  }

  /** False at the end of the body. */
  async more(): Promise<boolean> {
    const { value, done } = await this.chunks.next();
    if (done) return false;
    this.held = this.held.length === 0 ? Buffer.from(value) : Buffer.concat([this.held, value]);
    return true;
  }

  take(length: number): Buffer {
    const taken = this.held.subarray(0, length);
    this.held = this.held.subarray(length);
    return taken;
  }

  async atLeast(length: number): Promise<boolean> {
    while (this.held.length < length) if (!(await this.more())) return false;
    return true;
  }
}

/** The first delimiter may be at the very beginning, or after a preamble. */
async function skipPreamble(reader: Reader, boundary: string): Promise<void> {
  const opening = Buffer.from(`--${boundary}`);
  for (;;) {
    const at = reader.held.indexOf(opening);
    const startsLine = at === 0 || (at > 1 && reader.held.subarray(at - 2, at).equals(crlf));
    if (at !== -1 && startsLine) {
      reader.take(at + opening.length);
      return;
    }
    if (at !== -1 || reader.held.length > headBytes) throw new BrokenMultipart('no part where one is due');
    if (!(await reader.more())) throw new BrokenMultipart('the body has no part');
  }
}

async function skipHead(reader: Reader): Promise<void> {
  if (!(await reader.atLeast(2))) throw new BrokenMultipart('the body has no part');
  if (reader.held.subarray(0, 2).toString('latin1') === '--')
    throw new BrokenMultipart('the body has no part');
  for (;;) {
    const at = reader.held.indexOf(headEnd);
    if (at !== -1 && at <= headBytes) {
      reader.take(at + headEnd.length);
      return;
    }
    if (reader.held.length > headBytes) throw new BrokenMultipart('the head of a part is too long');
    if (!(await reader.more())) throw new BrokenMultipart('the body ends within a head');
  }
}

/** After the part only the closing delimiter may come; the epilogue is not read. */
async function requireEnd(reader: Reader): Promise<void> {
  if (!(await reader.atLeast(2))) throw new BrokenMultipart('the body ends within a delimiter');
  if (reader.take(2).toString('latin1') !== '--') throw new BrokenMultipart('there is more than one part');
}

/** One file as a body of `multipart/related`. `boundary` must not occur in it: a random one does not. */
export function asRelated(content: Uint8Array, boundary: string): Buffer<ArrayBuffer> {
  const head = `--${boundary}\r\nContent-Type: application/dicom\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}
