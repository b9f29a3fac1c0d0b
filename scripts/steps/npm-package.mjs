import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { npm, root } from './shell.mjs';

/** Viewers and clients that the product is tested against; none is a dependency. */
const packages = {
  '@ohif/app': {
    version: '3.13.2',
    integrity:
      'sha512-WZdxmpmG7rqFgW9ZJLcbgr3XCtLi1KDNPoMaeY5PPe6j4G4fjEjjkycZM6C6Zk2F87BKxFfpq+jd5xXZB9E8EA==',
  },
  'dicomweb-client': {
    version: '0.11.3',
    integrity:
      'sha512-7t1Rc/01fyFnKlQeNPW9Pvxvmsx8R/BgB2n7BxTuWirRFwlTC5upEeLeS3vO72P+n6/SQZ3+5ij0bgaWDHQG/A==',
  },
};

/**
 * Folder of one of these packages without its dependencies, fetched from npm into `.cache` unless it is there
 * already; undefined where npm cannot be reached. @throws where npm sends other bytes than those pinned
 */
export function provideNpmPackage(name) {
  const { version, integrity } = packages[name];
  const folder = join(root, '.cache', `${name.replace('/', '-')}-${version}`);
  if (!existsSync(folder)) fetchPackage(`${name}@${version}`, integrity, folder);
  return existsSync(folder) ? join(folder, 'package') : undefined;
}

/** Beside the folder, then renamed: an interrupted download leaves nothing that looks complete. */
function fetchPackage(spec, integrity, folder) {
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  try {
    const quiet = { cwd: draft, stdio: 'ignore' };
    const args = ['pack', spec, '--ignore-scripts', '--fetch-retries=0', '--loglevel=silent'];
    spawnSync(npm, args, { ...quiet, shell: process.platform === 'win32' });
    const [archive] = readdirSync(draft);
    if (archive === undefined) return;
    const digest = createHash('sha512')
      .update(readFileSync(join(draft, archive)))
      .digest('base64');
    if (`sha512-${digest}` !== integrity) throw new Error(`npm sent another ${spec} than the one pinned`);
    const { status } = spawnSync('tar', ['-xzf', archive], quiet);
    if (status !== 0) return;
    rmSync(join(draft, archive));
    if (!existsSync(folder)) renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
