import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './shell.mjs';

const path = join(root, 'package-lock.json');
const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = ['arm64', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'arm'];

/**
 * Packages for other platforms that the lock file leaves out. npm writes them only if the registry in
 * use knows them, which mirrors need not; `npm ci` of npm 11 then refuses the lock file everywhere.
 */
export function missingPlatformPackages(lock = readLock()) {
  return Object.entries(lock.packages).flatMap(([parent, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !isLocked(lock, parent, name))
      .map(([name, version]) => [`node_modules/${name}`, platformEntry(name, version, entry)]),
  );
}

/** Adds them; returns their number. Without a hash, which is not available. */
export function completeLock() {
  const lock = readLock();
  const missing = missingPlatformPackages(lock);
  const { '': own, ...packages } = lock.packages;
  const sorted = Object.entries({ ...packages, ...Object.fromEntries(missing) }).sort(([a], [b]) =>
    a.localeCompare(b, 'en'),
  );
  lock.packages = { '': own, ...Object.fromEntries(sorted) };
  if (missing.length > 0) writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  return missing.length;
}

function readLock() {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Resolves as Node does: beside the parent, then in every node_modules above it. */
function isLocked({ packages }, parent, name) {
  for (let folder = parent; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    if (packages[`${folder && `${folder}/`}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

/** The platform is in the name, as in `@scope/binding-linux-arm-musleabihf`. */
function platformEntry(name, version, parent) {
  const parts = name.split(/[/-]/);
  const os = systems.find((system) => parts.includes(system));
  const cpu = processors.find((processor) => parts.includes(processor));
  const libc =
    os !== 'linux' ? undefined : /musl/.test(name) ? 'musl' : /gnu/.test(name) ? 'glibc' : undefined;
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    ...(parent.dev && { dev: true }),
    ...(libc && { libc: [libc] }),
    optional: true,
    ...(os && { os: [os] }),
  };
}
