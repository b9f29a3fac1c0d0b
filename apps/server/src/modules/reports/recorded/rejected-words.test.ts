import { randomUUID } from 'node:crypto';
import { moduleOf } from '@second-read/analyses/catalogue';
import { documentOf } from '@second-read/analyses/stored-reading';
import { noHeader } from '@second-read/core/report/document';
import { applyChanges } from '@second-read/core/review/apply-changes';
import type { Change } from '@second-read/core/review/change';
import { noReview } from '@second-read/core/review/review-module';
import { describe, expect, it } from 'vitest';
import { readRows } from './old-rows.test-support.ts';
import { documentLines } from './show-report.test-support.ts';

const picture = { width: 512, height: 512 };
/** What only a finding that is there says. */
const telling: Readonly<Record<string, RegExp>> = {
  breast: /spiculated|indistinct|circumscribed|Mass \d|Grouped calcifications: \d|model score/,
  'brain-ct': /[Ss]uspected|favored|[Ss]hifted|Effaced|Possibly dilated|hypodensity|undetermined age/,
  lung: /Nodule \d|Mass \d|part-solid|Opacities over|Size band/,
  cervix: /[Dd]ense acetowhite|[Ff]aint|quadrant|grade (not assessed|left)/,
};

function rejectAll(name: string) {
  const row = readRows.find((each) => each.name === name);
  if (row === undefined) throw new Error(name);
  const { review = noReview, report, reading } = moduleOf(row.module);
  const parsed = reading.schema.parse(row.reading) as unknown as {
    findings: { id: string; type: string; state: string }[];
  };
  const isThere = ({ state, type }: { state: string; type: string }) =>
    state === 'found' && type !== 'breast tissue' && type !== 'cervical tissue';
  const changes = parsed.findings
    .filter(isThere)
    .map(({ id }): Change => ({ id: randomUUID(), kind: 'reject', finding: id, reason: 'artefact' }));
  const reviewed = applyChanges(review, row.reading, changes, picture);
  const wire = report.toWire(reading.schema.parse(reviewed.reading));
  const lines = documentLines(documentOf(reviewed.reading, noHeader));
  return { changes, row, wire, lines: lines.join('\n') };
}

describe('what a reader rejected', () => {
  it.each(readRows.map(({ name }) => name))('is in no text of its report: %s', (name) => {
    const { row, changes, wire, lines } = rejectAll(name);
    const before = JSON.stringify(moduleOf(row.module).report.toWire(row.reading, row.scores));
    const words = telling[row.module] ?? /$^/;
    if (changes.length > 0) expect(before).toMatch(words);
    expect(JSON.stringify(wire)).not.toMatch(words);
    expect(lines).not.toMatch(words);
  });
});
