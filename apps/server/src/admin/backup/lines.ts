/**
 * The lines of a stream of UTF-8, which end at a line feed and nowhere else. `node:readline` also ends them
 * at U+2028 and U+2029, which JSON leaves within its strings, and Node 24 at more.
 */
export async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  for await (const chunk of stream) {
    let from = 0;
    for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, at)]).toString('utf8');
      parts = [];
      from = at + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
  if (parts.length > 0) yield Buffer.concat(parts).toString('utf8');
}
