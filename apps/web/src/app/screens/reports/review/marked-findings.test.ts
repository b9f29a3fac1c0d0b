import { examReview } from '@second-read/analyses/lung/exam-review';
import { manifest } from '@second-read/analyses/lung/manifest';
import type { ReviewReply } from '@second-read/contract/reviews';
import type { Outline } from '@second-read/core/reading/outline';
import { describe, expect, it } from 'vitest';
import { canOutline } from './can-outline.ts';
import { machineMarks, markedFindings, outlineOf } from './marked-findings.ts';

const box = { x: 2, y: 2, width: 6, height: 6 };
const triangle = [
  { x: 1, y: 1 },
  { x: 9, y: 1 },
  { x: 5, y: 9 },
];

function finding(id: string, type: string, marks: readonly { slice: number; outline?: Outline }[]) {
  return {
    ...{ id, type, found: true, probability: null, side: null, volumeMl: null, diameterMm: null, facts: {} },
    slices: marks.map(({ slice, outline }) => ({
      ...{ slice, file: `slice-${slice}`, box, score: 1 },
      ...(outline && { outline }),
    })),
  };
}

function examOf(findings: readonly object[]) {
  const slice = (at: number) => ({
    ...{ file: `slice-${at}`, sent: at + 1, instanceNumber: null, placeMm: null, message: null },
    ...{ status: 'read', width: 20, height: 20 },
  });
  return {
    ...{ module: 'lung', kind: 'exam', version: 2, scores: {}, findings, slices: [0, 1].map(slice) },
    reading: {
      facts: {},
      ...{ technique: null, limits: [], rules: [], keySlices: [] },
    },
  };
}

const machine = examOf([
  finding('opacity-1', 'opacity', [{ slice: 0 }, { slice: 1 }]),
  finding('mass-1', 'mass', [{ slice: 0 }]),
]);
const review = {
  machine,
  current: examOf([
    finding('opacity-1', 'opacity', [{ slice: 0 }, { slice: 1, outline: triangle }]),
    { ...finding('mass-1', 'mass', []), found: false },
    finding('nodule-2', 'nodule', [{ slice: 1, outline: triangle }]),
  ]),
  decisions: { 'mass-1': { decision: 'rejected' }, 'nodule-2': { decision: 'added' } },
  changes: [
    { id: '1', kind: 'outline', finding: 'mass-1', to: triangle, slice: 0 },
    { id: '2', kind: 'reject', finding: 'mass-1', reason: 'artefact' },
  ],
  review: examReview.fields,
} as unknown as ReviewReply;
const at = (slice: number) => ({ slice, file: `slice-${slice}`, width: 20, height: 20 });
const statesOn = (slice: number) =>
  markedFindings(review, manifest, at(slice)).map(({ id, state, outline }) => [id, state, outline !== null]);

describe('the findings of an exam on a slice', () => {
  it('are told apart as the machine’s, changed, added and rejected', () => {
    expect(statesOn(0)).toEqual([
      ['opacity-1', 'machine', false],
      ['mass-1', 'rejected', true],
      ['nodule-2', 'added', false],
    ]);
    expect(statesOn(1)).toEqual([
      ['opacity-1', 'changed', true],
      ['mass-1', 'rejected', false],
      ['nodule-2', 'added', true],
    ]);
    expect(outlineOf(review, 'opacity-1', at(0))).toBeNull();
    expect(outlineOf(review, 'opacity-1', at(1))).toEqual(triangle);
  });

  it('shows of a rejected one no outline that was undone', () => {
    const undone = [
      { id: '3', kind: 'outline', finding: 'mass-1', to: triangle, slice: 1 },
      { id: '4', kind: 'undo', change: '3' },
    ];
    const after = { ...review, changes: [...undone, ...review.changes] } as unknown as ReviewReply;
    expect(markedFindings(after, manifest, at(1)).find(({ id }) => id === 'mass-1')?.outline).toBeNull();
  });

  it('are what the label map of the machine shows of them, in every class', () => {
    const labels = { width: 20, height: 20, data: new Uint8Array(400) };
    const drawn = machineMarks(review, { manifest, size: labels, labels, on: at(0) });
    expect(drawn.map(({ id, classNumber }) => [id, classNumber])).toEqual([
      ['opacity-1', 4],
      ['opacity-1', 5],
      ['mass-1', 3],
    ]);
  });
});

it('masses and opacities are outlined in exams, and findings of pictures where their label map shows them', () => {
  expect(['nodule', 'mass', 'opacity'].map((type) => canOutline(manifest, type, true))).toEqual(
    Array(3).fill(true),
  );
  expect(canOutline(manifest, 'emphysema', true)).toBe(false);
  expect(['nodule', 'mass'].map((type) => canOutline(manifest, type, false))).toEqual([true, false]);
});
