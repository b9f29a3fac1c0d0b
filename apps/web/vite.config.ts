import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { moduleListsOf } from '../../scripts/steps/module-lists.mjs';
import { compressOutput } from './build/compress-output.ts';
import { prerenderLanding } from './build/prerender-landing.ts';
import { sharedFile } from './build/shared-files.ts';
import { writeServiceWorker } from './build/write-service-worker.ts';

/** Where `vite` (not the built site) finds the server. */
const apiOrigin = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';
const served = ['/api', '/media', '/healthz', '/readyz', '/metrics'];

/** A folder whose module lists are built in place of the product's: npm run build -- --modules. */
const moduleLists = process.env.MODULE_LISTS;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    ...(moduleLists ? [moduleListsOf(moduleLists).vite] : []),
    react(),
    writeServiceWorker(),
    prerenderLanding(),
    compressOutput(),
  ],
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.WEB_PORT ?? 5173),
    proxy: Object.fromEntries(served.map((path) => [path, { target: apiOrigin }])),
  },
  preview: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(served.map((path) => [path, { target: apiOrigin }])),
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: true,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [{ name: sharedFile, debugName: 'shared files', includeDependenciesRecursively: false }],
        },
      },
    },
  },
});
