/**
 * npm run evaluate -- <module>: measures a module again and writes its metrics.json and model card, by
 * `python -m training.<module> evaluate`. It needs the data sets (SECOND_READ_DATA), Python (PYTHON) with the
 * packages of training/requirements.txt, and the networks that its training leaves behind.
 *
 * Exit: that of the evaluation; 1 with a sentence where something is missing; 2 for a call that makes no
 * sense.
 */
import './steps/require-node.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './steps/shell.mjs';

const training = join(root, 'training');
/** By the name of the analysis; a Python package has no hyphen in its name. */
const modules = new Map(
  readdirSync(training, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(training, entry.name, 'card.yaml')))
    .map(({ name }) => [name.replaceAll('_', '-'), name]),
);

const [name, ...rest] = process.argv.slice(2);
const module = rest.length === 0 ? modules.get(name) : undefined;
if (module === undefined) {
  console.error(`Usage: npm run evaluate -- <${[...modules.keys()].join('|')}>`);
  process.exit(2);
}
const data = resolve(root, process.env.SECOND_READ_DATA ?? '../shared/datasets');
const python = findPython();
const missing = whatIsMissing();
if (missing !== undefined) {
  console.error(missing);
  process.exit(1);
}
process.exit(evaluate());

/** A message about the first missing thing; undefined if nothing is missing. */
function whatIsMissing() {
  if (!existsSync(data)) {
    return `The data sets are not at ${data}. Set SECOND_READ_DATA to the folder that holds breast, brain, lung and cervix.`;
  }
  if (python === undefined) {
    return 'Python is not at hand. Install Python 3.11 or newer, or set PYTHON to its program.';
  }
  if (spawnSync(python, ['-c', 'import numpy, torch, yaml']).status !== 0) {
    return `${python} has no PyTorch. Install the packages of the evaluation: ${python} -m pip install -r training/requirements.txt`;
  }
  const checkpoints = join(training, module, 'checkpoints');
  if (existsSync(checkpoints) && readdirSync(checkpoints).length > 0) return undefined;
  return `No fold networks of ${name} are in training/${module}. Train them first: see training/README.md.`;
}

/** PYTHON, or the first of the usual names that runs. */
function findPython() {
  const { PYTHON } = process.env;
  const names = PYTHON ? [PYTHON] : ['python3', 'python'];
  return names.find((name) => spawnSync(name, ['--version']).status === 0);
}

function evaluate() {
  const { status, error } = spawnSync(python, ['-m', `training.${module}`, 'evaluate'], {
    cwd: root,
    env: { ...process.env, SECOND_READ_DATA: data },
    stdio: 'inherit',
  });
  if (error) console.error(error.message);
  return status ?? 1;
}
