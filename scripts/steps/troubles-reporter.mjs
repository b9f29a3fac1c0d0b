import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { root } from './shell.mjs';

/**
 * A vitest reporter that writes what the JSON report omits to the file named by `TROUBLES_FILE`: `failures`,
 * a line each, of tests, of files that could not be loaded and of errors outside of any test, and `flaky`,
 * the tests that passed at their second try.
 */
export default class TroublesReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const failures = unhandledErrors.map((error) => `outside of any test: ${error.stack ?? briefly(error)}`);
    const flaky = [];
    for (const module of modules) {
      const file = relative(root, module.moduleId);
      for (const error of module.errors()) failures.push(`${file}: ${briefly(error)}`);
      for (const test of module.children.allTests('failed')) {
        failures.push(`${file} › ${test.fullName}: ${briefly(test.result().errors?.[0])}`);
      }
      for (const test of module.children.allTests('passed')) {
        if (!test.diagnostic()?.flaky) continue;
        flaky.push(`${file} › ${test.fullName}: ${briefly(test.result().errors?.[0])}`);
      }
    }
    mkdirSync(dirname(process.env.TROUBLES_FILE), { recursive: true });
    writeFileSync(process.env.TROUBLES_FILE, JSON.stringify({ failures, flaky }));
  }
}

function briefly(error) {
  return (error?.message ?? 'no error was kept').split('\n').slice(0, 6).join('\n    ');
}
