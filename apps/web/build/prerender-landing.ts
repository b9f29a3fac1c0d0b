import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';

const needed = ['/LandingScreen.tsx', '/start.tsx'];
/** The face of all text in sight; preloaded, it comes before the first paint and moves nothing. */
const font = /inter-latin-wght-normal[\w-]*\.woff2$/;
const rootMark = '<!--prerendered-->';
const headMark = '</head>';

/**
 * Makes `landing.html` of the built `index.html`: the landing page's first view, with links to what otherwise
 * only the scripts ask for. The server sends it for `/`; `public/theme.js` decides whether it is seen.
 */
export function prerenderLanding(): Plugin {
  let outDir = '';
  let root = '';
  let links: string[] = [];
  return {
    name: 'prerender-landing',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      outDir = resolve(root, config.build.outDir);
    },
    writeBundle(_, bundle) {
      links = [...new Set(Object.values(bundle).flatMap((output) => linksOf(output, bundle)))];
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const page = join(outDir, 'index.html');
        // Called after a build that failed as well, whose own error is the one to be read.
        if (!existsSync(page)) return;
        const html = readFileSync(page, 'utf8');
        if (!html.includes(rootMark)) throw new Error(`index.html has no ${rootMark}`);
        const missing = links.filter((link) => !html.includes(link)).join('');
        const markup = await landingMarkup(root);
        // Replaced by functions: markup may hold `$`, which a replacement text would interpret.
        const withLinks = html.replace(headMark, () => missing + headMark);
        writeFileSync(
          join(outDir, 'landing.html'),
          withLinks.replace(rootMark, () => withoutStyleAttributes(markup)),
        );
        writeFileSync(page, html.replace(rootMark, ''));
      },
    },
  };
}

/**
 * Style attributes as classes of one style element: the content security policy knows style elements by their
 * hash (apps/server/src/http/pages/page-styles.ts), attributes not at all. Doubled, a class weighs more than
 * the modules'.
 */
function withoutStyleAttributes(markup: string): string {
  const names = new Map<string, string>();
  const html = markup.replace(/<[a-z][^<>]*>/g, (tag) => {
    const style = / style="([^"]*)"/.exec(tag)?.[1];
    if (style === undefined) return tag;
    const name = names.get(style) ?? `early-${names.size}`;
    names.set(style, name);
    const bare = tag.replace(/ style="[^"]*"/, '');
    return / class="/.test(bare)
      ? bare.replace(/ class="/, ` class="${name} `)
      : bare.replace(/^<([a-z0-9-]+)/, `<$1 class="${name}"`);
  });
  const rules = [...names].map(([style, name]) => `.${name}.${name}{${style.replaceAll('&#x27;', "'")}}`);
  return `<style>${rules.join('')}</style>${html}`;
}

type Output = Rolldown.OutputAsset | Rolldown.OutputChunk;
type Bundle = Readonly<Record<string, Output>>;

/**
 * The font, and the styles of the landing screen and of what stands around it. No scripts: on a slow line
 * they would be fetched beside the picture and the font, and keep the page waiting that they are not needed
 * for.
 */
function linksOf(output: Output, bundle: Bundle): string[] {
  if (font.test(output.fileName)) {
    return [`<link rel="preload" as="font" type="font/woff2" crossorigin href="/${output.fileName}">`];
  }
  if (output.type !== 'chunk' || !needed.some((file) => output.facadeModuleId?.endsWith(file))) return [];
  return withImports(output, bundle)
    .flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
    .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
}

/** A chunk and all that it imports, directly or not. */
function withImports(first: Rolldown.OutputChunk, bundle: Bundle): Rolldown.OutputChunk[] {
  const found = new Set([first]);
  for (const chunk of found) {
    for (const file of chunk.imports) {
      const output = bundle[file];
      if (output?.type === 'chunk') found.add(output);
    }
  }
  return [...found];
}

/** Builds `src/prerender.tsx` for Node, runs it, and leaves nothing behind. */
async function landingMarkup(root: string): Promise<string> {
  const outDir = join(root, 'node_modules', '.prerender');
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [react()],
    ssr: { noExternal: true },
    build: { ssr: 'src/prerender.tsx', outDir, emptyOutDir: true, minify: false, copyPublicDir: false },
  });
  const { prerenderLanding } = await import(pathToFileURL(join(outDir, 'prerender.js')).href);
  rmSync(outDir, { recursive: true });
  return prerenderLanding();
}
