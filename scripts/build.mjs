/** npm run build: the server's programs and the browser application, whether stale or not. */
import './steps/require-node.mjs';
import { installIfNeeded } from './steps/install.mjs';

installIfNeeded();
const { buildServerIfStale } = await import('./steps/build-server.mjs');
const { buildWebIfStale } = await import('./steps/build-web.mjs');
await buildServerIfStale({ force: true });
await buildWebIfStale({ force: true });
