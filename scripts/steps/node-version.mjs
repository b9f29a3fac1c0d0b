import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './shell.mjs';

/** As `engines` in package.json: pg-boss and others need it. */
const oldest = [22, 12];

/** The major version that is fetched where the running one is too old. */
export const recommended = readFileSync(join(root, '.nvmrc'), 'utf8').trim();

/** Whether this version of Node runs the product. */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}
