import type { Plugin } from 'vite';

const entry = '/features/viewer/stage/stage.ts';

/**
 * Writes into `index.html` which file holds the viewer, so that a screen can fetch it without running it
 * (src/features/viewer/stage/load-stage.ts).
 */
export function nameViewer(): Plugin {
  return {
    name: 'name-viewer',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const outputs = Object.values(bundle ?? {});
        const viewer = outputs.find(
          (output) => output.type === 'chunk' && output.facadeModuleId?.endsWith(entry),
        );
        if (!viewer) throw new Error(`No chunk was made of ${entry}`);
        const attrs = { name: 'viewer-code', content: `/${viewer.fileName}` };
        return [{ tag: 'meta', attrs, injectTo: 'head' }];
      },
    },
  };
}
