import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Kinds of files that are text or nearly so; pictures, films and WOFF2 are compressed already. */
const kinds = new Set(['.js', '.css', '.html', '.svg', '.json', '.ttf', '.wasm', '.vtt']);
const smallestBytes = 1024;
/** Nearly as small as the highest level, which takes ten times as long. */
const brotliQuality = 9;

/** Leaves a `.br` and a `.gz` beside each file that gains by it; the server sends those. */
export function compressOutput(): Plugin {
  let outDir = '';
  return {
    name: 'compress-output',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      // After the pages have their last word.
      order: 'post',
      sequential: true,
      handler() {
        for (const entry of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
          compress(join(outDir, entry));
        }
      },
    },
  };
}

function compress(file: string): void {
  if (!kinds.has(extname(file)) || statSync(file).size < smallestBytes) return;
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
