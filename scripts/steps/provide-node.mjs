import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { npm } from './shell.mjs';

const system = process.platform === 'win32' ? 'win' : process.platform;
const isAppleChip = system === 'darwin' && process.arch === 'arm64';
const name = `${isAppleChip ? 'node-bin' : 'node'}-${system}-${process.arch}`;

/**
 * Path of a Node of this major or exact version, fetched from npm into `folder` unless it is there already;
 * undefined where npm has none that runs on this system. `announce` is called before a download.
 */
export function provideNode(version, folder, announce = () => {}) {
  const program = join(folder, 'node_modules', name, 'bin', system === 'win' ? 'node.exe' : 'node');
  if (!existsSync(program)) {
    announce();
    fetchNode(version, folder);
  }
  return existsSync(program) && spawnSync(program, ['--version']).status === 0 ? program : undefined;
}

/** Beside the folder, then renamed: an interrupted download leaves nothing that looks complete. */
function fetchNode(version, folder) {
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  const options = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const args = ['install', '--prefix', draft, ...options, `${name}@${version}`];
  spawnSync(npm, args, { cwd: draft, stdio: ['ignore', 'ignore', 'inherit'], shell: system === 'win' });
  try {
    renameSync(draft, folder);
  } catch {
    // Another command was faster.
    rmSync(draft, { recursive: true, force: true });
  }
}
