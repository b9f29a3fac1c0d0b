import { readFileSync } from 'node:fs';
import { stateWords, type Transition, transitions } from '@second-read/core/review/states';
import { expect, it } from 'vitest';

const decision = new URL('../../../../../docs/decisions/028-the-reader-decides.md', import.meta.url);

function row({ from, action, to, right, ofOthers, byHolder, needsReason }: Transition): string {
  const cells = [stateWords[from], action, stateWords[to], right, ofOthers ?? ''];
  const line = [...cells, byHolder ? 'yes' : '', needsReason ? 'required' : ''].join(' | ');
  return `| ${line} |`.replaceAll('|  |', '| |').replaceAll('|  |', '| |');
}

it('has every step of a report in its decision, with states, rights and words as the code has them', () => {
  const lines = readFileSync(decision, 'utf8').split('\n');
  const start = lines.findIndex((line) => line.startsWith('| from | action |'));
  const rest = lines.slice(start + 2);
  expect(rest.slice(0, rest.indexOf(''))).toEqual(transitions.map(row));
});
