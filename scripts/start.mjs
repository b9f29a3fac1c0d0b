/** npm start: installs if needed, builds if stale, runs the server in this process. */
import './steps/require-node.mjs';
import { buildServerIfStale } from './steps/build-server.mjs';
import { buildWebIfStale } from './steps/build-web.mjs';
import { installIfNeeded } from './steps/install.mjs';

installIfNeeded({ isForUse: true });
await buildServerIfStale();
await buildWebIfStale();
process.env.NODE_ENV ??= 'production';
await import('../apps/server/dist/main.js');
