/** npm start: installs if needed, builds if stale, runs the server in this very process. */
import { buildServerIfStale } from './steps/build-server.mjs';
import { buildWebIfStale } from './steps/build-web.mjs';
import { installIfNeeded } from './steps/install.mjs';
import { requireNode } from './steps/shell.mjs';

requireNode();
installIfNeeded();
await buildServerIfStale();
await buildWebIfStale();
process.env.NODE_ENV ??= 'production';
await import('../apps/server/dist/main.js');
