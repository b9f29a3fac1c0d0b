import { relative } from 'node:path';

/** `file › title` → status, from the JSON report of vitest. */
export function unitTests(report, root) {
  const tests = new Map();
  for (const file of report.testResults) {
    for (const test of file.assertionResults) {
      tests.set(`${relative(root, file.name)} › ${test.title}`, test.status);
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
