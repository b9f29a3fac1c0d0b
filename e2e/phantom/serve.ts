import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type RunningProduct, serveProduct } from '../support/serve-product.ts';

/** Builds the product with the phantom as a fifth module, and runs it on data of its own. */
export async function serveWithPhantom(): Promise<RunningProduct> {
  const folder = mkdtempSync(join(tmpdir(), 'second-read-phantom-'));
  const root = resolve(import.meta.dirname, '../..');
  const build = ['scripts/build.mjs', '--modules', import.meta.dirname, '--out', join(folder, 'product')];
  execFileSync(process.execPath, build, { cwd: root, stdio: 'ignore' });
  const main = join(folder, 'product/apps/server/dist/main.js');
  const product = await serveProduct(main, join(folder, 'data'));
  return {
    ...product,
    stop: async () => {
      await product.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
