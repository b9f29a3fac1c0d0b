/**
 * npm run evaluate -- <module>: measures a module again and writes its metrics.json and model card, by
 * running `training/<module>/evaluate.sh`. It needs the data sets (SECOND_READ_DATA), Python (PYTHON) with
 * the packages of the module, and the fold networks that its training leaves behind.
 *
 * Exit: that of the evaluation; 1 with a sentence where something is missing; 2 for a call that makes no
 * sense.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { root } from './steps/shell.mjs';

const training = join(root, 'training');
const modules = readdirSync(training, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(training, entry.name, 'evaluate.sh')))
  .map(({ name }) => name);

/** Where training leaves the fold networks. */
const networkFolders = ['checkpoints', 'runs'];

const [module, ...rest] = process.argv.slice(2);
if (module === undefined || rest.length > 0 || !modules.includes(module)) {
  console.error(`Usage: npm run evaluate -- <${modules.join('|')}>`);
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
  if (spawnSync(python, ['-c', 'import numpy, torch']).status !== 0) {
    return `${python} has no PyTorch. Install the packages of the evaluation: ${python} -m pip install -r training/${module}/requirements.txt`;
  }
  const hasNetworks = networkFolders.some((folder) => {
    const path = join(training, module, folder);
    return existsSync(path) && readdirSync(path).length > 0;
  });
  if (hasNetworks) return undefined;
  return `No fold networks of ${module} are in training/${module}. Train them first: see training/README.md.`;
}

/** PYTHON, or the first of the usual names that runs. */
function findPython() {
  const { PYTHON } = process.env;
  const names = PYTHON ? [PYTHON] : ['python3', 'python'];
  return names.find((name) => spawnSync(name, ['--version']).status === 0);
}

function evaluate() {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const { status, error } = spawnSync('sh', [join(training, module, 'evaluate.sh')], {
    cwd: root,
    env: { ...process.env, PATH: path, SECOND_READ_DATA: data, PYTHON: python },
    stdio: 'inherit',
  });
  if (error) console.error(error.message);
  return status ?? 1;
}
