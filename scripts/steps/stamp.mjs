import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './shell.mjs';

const skipped = new Set(['node_modules', 'dist', 'checkpoints', '__pycache__']);
const isTest = (name) => /\.(test|contract|fixture)\.tsx?$/.test(name);

/** A digest that changes with any file below `sources`, tests excluded. */
export function stampOf(sources) {
  const hash = createHash('sha256').update(process.version);
  for (const source of sources) visit(join(root, source), hash);
  return hash.digest('hex');
}

function visit(path, hash) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isDirectory()) {
    hash.update(`${path}\0${found.size}\0${found.mtimeMs}\n`);
    return;
  }
  for (const name of readdirSync(path).sort()) {
    if (!skipped.has(name) && !isTest(name)) visit(join(path, name), hash);
  }
}

export function readStamp(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

export function writeStamp(path, stamp) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, stamp);
}
