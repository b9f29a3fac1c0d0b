import { randomUUID } from 'node:crypto';
import { anyReading } from '@second-read/core/reading/reading';
import { noHeader } from '@second-read/core/report/document';
import { wordingFaults } from '@second-read/core/report/wording.test-support';
import { applyChanges } from '@second-read/core/review/apply-changes';
import type { Change } from '@second-read/core/review/change';
import { refusalOf } from '@second-read/core/review/check-change';
import { noReview } from '@second-read/core/review/review-module';
import { describe, expect, it } from 'vitest';
import { modules } from './catalogue.ts';

const picture = { width: 1000, height: 1000 };

/** Every reading that a module's own examples tell of. */
const cases = modules.flatMap(({ manifest, demoReplies, reading, report, review = noReview }) =>
  demoReplies.map(
    (wire, at) =>
      [
        `${manifest.id} ${at + 1}`,
        { machine: reading.readingFromWire(wire), reading, report, review },
      ] as const,
  ),
);

function reviewed({ review, machine, report }: (typeof cases)[number][1], changes: readonly Change[]) {
  const now = applyChanges(review, machine, changes, picture);
  const document = report.toDocument(now.reading, noHeader);
  // Whatever a reader changes, the report stays well worded; the example's own values are not ours.
  const given = wordingFaults(report.toDocument(machine, noHeader));
  expect(wordingFaults(document).filter((fault) => !given.includes(fault))).toEqual([]);
  return { now, document };
}

const reject = (finding: string): Change => ({
  ...{ id: randomUUID(), kind: 'reject', finding },
  reason: 'artefact',
});

describe.each(cases)('a review of %s', (_name, each) => {
  const machine = anyReading.parse(each.machine);
  const mayReject = machine.findings.filter(
    ({ type, state }) => state === 'found' && each.review.fields.types.some((known) => known.type === type),
  );
  const isAlways = (type: string) => type === 'breast tissue';

  it('leaves a reading that nobody changed as it is', () => {
    const now = applyChanges(each.review, each.machine, [], picture);
    expect(now.reading).toEqual(machine);
    expect(now.isChanged).toBe(false);
  });

  it('has a rejected finding in no line, and in a form that the module can store', () => {
    const changes = mayReject.filter(({ type }) => !isAlways(type)).map(({ id }) => reject(id));
    const { now, document } = reviewed(each, changes);
    expect(each.reading.schema.safeParse(now.reading).error).toBeUndefined();
    const types = new Set(changes.map((change) => (change.kind === 'reject' ? change.finding : '')));
    for (const finding of now.reading.findings) {
      if (types.has(finding.id))
        expect(finding).toMatchObject({
          state: 'not_found',
          certainty: null,
          measurements: [],
          region: null,
        });
    }
    for (const { type, found, details } of document.findings)
      if (!isAlways(type) && type !== 'cervical tissue')
        expect([type, found, details]).toEqual([type, false, []]);
    if (changes.length > 0) expect(each.reading.urgencyOf(now.reading).level).toBe('none');
  });

  it('gives what was rejected back when it is accepted', () => {
    const changes = mayReject.flatMap(({ id }): Change[] => [
      reject(id),
      { id: randomUUID(), kind: 'accept', finding: id },
    ]);
    const { now } = reviewed(each, changes);
    const ids = new Set(mayReject.map(({ id }) => id));
    const of = (all: typeof machine.findings) => all.filter(({ id }) => ids.has(id));
    expect(of(now.reading.findings)).toEqual(of(machine.findings));
  });

  it('takes every coded value of every descriptor, and every type that may be added', () => {
    const { fields } = each.review;
    for (const type of fields.types) {
      const present = machine.findings.find(
        (finding) => finding.type === type.type && finding.state === 'found',
      );
      const id = present?.id ?? `${type.type.replaceAll(/[^a-z]+/g, '-')}-7`;
      const before: Change[] =
        present === undefined && type.canAdd
          ? [{ id: randomUUID(), kind: 'add', finding: { id, type: type.type } }]
          : [];
      if (present === undefined && !type.canAdd) continue;
      for (const { name, values } of type.descriptors) {
        for (const { value } of values) {
          const change: Change = {
            id: randomUUID(),
            kind: 'describe',
            finding: id,
            descriptor: name,
            to: value,
          };
          const so = applyChanges(each.review, each.machine, before, picture);
          const known = { fields, usedIds: [], changes: before, now: so, picture };
          expect(refusalOf(change, known)).toBeNull();
          const { now } = reviewed(each, [...before, change]);
          expect([name, value, each.reading.schema.safeParse(now.reading).error]).toEqual([
            name,
            value,
            undefined,
          ]);
        }
      }
    }
  });

  it('merges two of a kind into one that the module can store, and never lowers its category', () => {
    const { fields } = each.review;
    for (const { type, lesion } of fields.types) {
      if (lesion === undefined) continue;
      const own = machine.findings.filter((finding) => finding.type === type && finding.state === 'found');
      const added = ['7', '8'].map(
        (n): Change => ({ id: randomUUID(), kind: 'add', finding: { id: `${type}-${n}`, type } }),
      );
      const [one, other] = [...own.map(({ id }) => id), `${type}-7`, `${type}-8`];
      if (!one || !other) throw new Error('nothing to merge');
      const before = applyChanges(each.review, each.machine, added, picture);
      const merge: Change = { id: randomUUID(), kind: 'merge', finding: one, others: [other] };
      const known = { fields, usedIds: [], changes: added, now: before, picture };
      expect(refusalOf(merge, known)).toBeNull();
      const { now } = reviewed(each, [...added, merge]);
      expect(each.reading.schema.safeParse(now.reading).error).toBeUndefined();
      expect(now.findings.filter((finding) => finding.type === type)).toHaveLength(
        before.findings.filter((finding) => finding.type === type).length - 1,
      );
      expect(now.findings.find(({ id }) => id === one)?.madeOf).toEqual([one, other]);
      const order = [2, 1, 3, 0, 4, 5, 6];
      const rank = ({ category }: typeof now) => order.indexOf(Number(category.proposed));
      if (now.category.proposed !== null) expect(rank(now)).toBeGreaterThanOrEqual(rank(before));
      const split: Change = { id: randomUUID(), kind: 'split', finding: one };
      expect(applyChanges(each.review, each.machine, [...added, merge, split], picture)).toEqual(before);
      const at = (x: number, y: number) => ({ x, y });
      const to = [at(1, 1), at(5, 1), at(5, 5)];
      const outline: Change = { id: randomUUID(), kind: 'outline', finding: one, to };
      const drawn = [...added, merge, outline];
      expect(applyChanges(each.review, each.machine, drawn, picture).outlines).toEqual({ [one]: to });
      expect(applyChanges(each.review, each.machine, [...drawn, split], picture)).toEqual(before);
      const undo: Change = { id: randomUUID(), kind: 'undo', change: merge.id };
      expect(applyChanges(each.review, each.machine, [...added, merge, undo], picture)).toEqual(before);
    }
  });
});
