/**
 * npm run lock: after `npm install`, adds the packages of other platforms that npm left out of the lock file.
 */
import './steps/require-node.mjs';
import { completeLock } from './steps/lock.mjs';

console.log(`${completeLock()} packages added to package-lock.json`);
