import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** What the built files tell of each other. */
interface BuiltFile {
  readonly type: 'chunk' | 'asset';
  readonly fileName: string;
  readonly moduleIds?: readonly string[];
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}

/** The screens that work without a network, and what they fetch as they are used. */
const roots = [
  '/start.tsx',
  '/ModuleScreen.tsx',
  '/DashboardScreen.tsx',
  '/HelpScreen.tsx',
  '/BatchPanel.tsx',
  '/OutboxPanel.tsx',
  '/AppUpdate.tsx',
  '/UnsentWarning.tsx',
  '/SignInAgain.tsx',
  '/CameraDialog.tsx',
  '/stage/stage.ts',
];
/** Of workers and fonts, which are no chunks of their own. */
const assets = /hint\.worker-[\w-]+\.js$|inter-latin-wght-normal-[\w-]+\.woff2$/;
/** From `public`, with names that do not change. */
const fixed = ['/theme.js', '/favicon.svg', '/manifest.webmanifest', '/icons/icon-192.png'];

/** Writes `sw.js`: build/service-worker.js with the names of the files that make the shell. */
export function writeServiceWorker(): Plugin {
  return {
    name: 'write-service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const files = [...fixed, ...shellOf(Object.values(bundle) as unknown as BuiltFile[])];
      const source = readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8');
      const version = createHash('sha256').update(JSON.stringify(files)).update(source).digest('hex');
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source: source
          .replace('__VERSION__', version.slice(0, 12))
          .replace('__FILES__', JSON.stringify(files, null, 2)),
      });
    },
  };
}

/** Addresses of the files that the roots import, and what those import, with their styles; sorted. */
export function shellOf(built: readonly BuiltFile[]): string[] {
  const byName = new Map(built.map((file) => [file.fileName, file]));
  const found = new Set<string>();
  const visit = (name: string) => {
    const file = byName.get(name);
    if (!file || found.has(name)) return;
    found.add(name);
    for (const style of file.viteMetadata?.importedCss ?? []) found.add(style);
    for (const imported of file.imports ?? []) visit(imported);
  };
  for (const file of built) {
    const isRoot = file.isEntry || roots.some((root) => file.moduleIds?.some((id) => id.endsWith(root)));
    if (isRoot || assets.test(file.fileName)) visit(file.fileName);
  }
  return [...found].map((name) => `/${name}`).sort();
}
