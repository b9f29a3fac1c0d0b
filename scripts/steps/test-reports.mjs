import { relative } from 'node:path';

/**
 * `file › title` → status, from the JSON report of vitest. Of several tests of one title (one for each data
 * set) the worst counts, and those that were skipped only where all were.
 */
export function unitTests(report, root) {
  const tests = new Map();
  const rank = (status) => ['skipped', 'passed'].indexOf(status) >>> 0;
  for (const file of report.testResults) {
    for (const { title, status } of file.assertionResults) {
      const name = `${relative(root, file.name)} › ${title}`;
      if (!tests.has(name) || rank(status) > rank(tests.get(name))) tests.set(name, status);
    }
  }
  return tests;
}

/** Cells of the table rows of a Markdown text that `isRow` accepts by their first cell. */
export function tableRows(text, isRow) {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter(([first]) => isRow(first ?? ''));
}

/** The tests that a cell names: `file › title` in backticks. */
export function namedTests(cell) {
  return [...(cell ?? '').matchAll(/`([^`]+ › [^`]+)`/g)].map((match) => match[1]);
}
