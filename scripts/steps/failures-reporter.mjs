import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { root } from './shell.mjs';

/**
 * A vitest reporter that writes failures, a line each, to the file named by `FAILURES_FILE`: tests, files
 * that could not be loaded, and errors outside of any test, which the JSON report omits.
 */
export default class FailuresReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const lines = unhandledErrors.map((error) => `outside of any test: ${error.stack ?? briefly(error)}`);
    for (const module of modules) {
      const file = relative(root, module.moduleId);
      for (const error of module.errors()) lines.push(`${file}: ${briefly(error)}`);
      for (const test of module.children.allTests('failed')) {
        lines.push(`${file} › ${test.fullName}: ${briefly(test.result().errors?.[0])}`);
      }
    }
    mkdirSync(dirname(process.env.FAILURES_FILE), { recursive: true });
    writeFileSync(process.env.FAILURES_FILE, lines.join('\n'));
  }
}

function briefly(error) {
  return (error?.message ?? 'no error was kept').split('\n').slice(0, 6).join('\n    ');
}
