import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './shell.mjs';
import { readStamp, stampOf, writeStamp } from './stamp.mjs';

const folder = join(root, 'apps', 'server');
const dist = join(folder, 'dist');
const stampFile = join(dist, '.stamp');
const sources = [
  'core/src',
  'analyses',
  'apps/contract/src',
  'apps/server/src',
  'scripts/steps',
  'package-lock.json',
];

const dayMs = 24 * 60 * 60 * 1000;

/** Programs of the server, each a file in `apps/server/dist` that Node runs as it is. */
const programs = ['main', 'worker', 'cli', 'admin', 'evaluate'];

export async function buildServerIfStale({ force = false } = {}) {
  const stamp = stampOf(sources);
  if (!force && readStamp(stampFile) === stamp) return;
  console.error('Building the server …');
  await bundleServer(dist);
  writeStamp(stampFile, stamp);
}

/** Into `out`; `plugins` of esbuild come before our own. */
export async function bundleServer(out, plugins = []) {
  const esbuild = await import('esbuild');
  const { outputFiles } = await esbuild.build({
    absWorkingDir: folder,
    entryPoints: entryPoints(),
    outdir: out,
    write: false,
    bundle: true,
    splitting: true,
    chunkNames: '[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node22.12',
    sourcemap: true,
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [...plugins, workspaceSourcesOnly],
  });
  mkdirSync(out, { recursive: true });
  for (const { path, contents } of outputFiles) replaceFile(path, contents);
  removeOutdated(out, new Set(outputFiles.map(({ path }) => basename(path))));
}

/** Atomic: another program may be starting, or building the same. */
function replaceFile(path, contents) {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, contents);
  renameSync(draft, path);
}

/** A running server may still load its own old chunks, so they stay for a day. */
function removeOutdated(folder, current) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!current.has(name) && Date.now() - statSync(path).mtimeMs > dayMs) rmSync(path, { force: true });
  }
}

function entryPoints() {
  const present = programs.filter((name) => existsSync(join(folder, 'src', `${name}.ts`)));
  return {
    ...Object.fromEntries(present.map((name) => [name, `src/${name}.ts`])),
    // Thread pools look for them beside their program.
    'compute-thread': 'src/platform/compute/compute-thread.ts',
    'prepare-thread': 'src/platform/compute/prepare-thread.ts',
  };
}

/** Our own packages are TypeScript sources and are bundled; packages from npm stay in node_modules. */
const workspaceSourcesOnly = {
  name: 'workspace-sources-only',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@second-read/') ? undefined : { path, external: true },
    );
  },
};
