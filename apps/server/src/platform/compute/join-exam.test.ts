import type { ExamSlice } from '@second-read/core/exam/exam-slice';
import type { ExamModule } from '@second-read/core/exam/report/exam-report';
import { choiceSentences } from '@second-read/core/exam/stack/series-choice';
import type { StackFacts } from '@second-read/core/exam/stack/stack';
import type { SliceFacts } from '@second-read/core/series/slice-facts';
import { describe, expect, it } from 'vitest';
import { type LeftSlice, readExam } from './join-exam.ts';

interface Given {
  readonly z: number;
  readonly status?: 'read' | 'refused';
  readonly more?: Partial<SliceFacts>;
  readonly frame?: number;
}

const read = { status: 'read', width: 4, height: 4, evidence: { marks: [], facts: {} } };

function row(slice: number, { z, status = 'read', more, frame }: Given): LeftSlice {
  const facts = {
    ...{ rows: 4, columns: 4, bitsStored: 12, frames: 1, modality: 'CT', seriesUid: '1.2' },
    ...{ position: [0, 0, z], rowDirection: [1, 0, 0], columnDirection: [0, 1, 0] },
    ...more,
  };
  const outcome = status === 'read' ? read : { status, reason: 'blank', message: 'A blank image.' };
  const state = status === 'read' ? 'completed' : status;
  return {
    slice,
    frame: frame ?? null,
    state,
    examSlice: { outcome, facts, images: null },
  } as unknown as LeftSlice;
}

function arranged(rows: readonly LeftSlice[]) {
  let seen: { slices: readonly ExamSlice[]; stack: StackFacts } | undefined;
  const reader = {
    isStack: true,
    prefers: 'soft',
    read: (slices: readonly ExamSlice[], stack: StackFacts) => {
      seen = { slices, stack };
      return { reading: {}, findings: [], scores: {} };
    },
  } as unknown as ExamModule;
  const stored = readExam('brain-ct', reader, rows, null);
  if (typeof stored === 'string') throw new Error(stored);
  return { stored, ...seen };
}

describe('the slices of an exam on the server', () => {
  it('keep their places where one of them was refused, which has its own', () => {
    const rows = [row(1, { z: 0 }), row(2, { z: 7, status: 'refused' }), row(3, { z: 14 })];
    const { slices, stack } = arranged(rows);
    expect(stack).toMatchObject({ orderedBy: 'position', spacingMm: 7, gaps: [] });
    expect(slices?.map(({ placeMm, outcome }) => [placeMm, outcome.status])).toEqual([
      [0, 'read'],
      [7, 'refused'],
      [14, 'read'],
    ]);
  });

  it('keep their places where nothing is known of one of them, which is listed as failed', () => {
    const lost = { slice: 4, frame: null, state: 'failed', examSlice: null, errorMessage: 'Damaged.' };
    const rows = [row(1, { z: 0 }), row(2, { z: 7 }), row(3, { z: 14 }), lost as unknown as LeftSlice];
    const { stored, stack } = arranged(rows);
    expect(stack?.spacingMm).toBe(7);
    expect(stored?.slices.map(({ sent, status, message }) => [sent, status, message])).toEqual([
      [1, 'read', null],
      [2, 'read', null],
      [3, 'read', null],
      [4, 'failed', 'Damaged.'],
    ]);
  });

  it('of another pass are set aside, with the reason', () => {
    const pass = (acquisition: number) => [0, 7, 14].map((z) => ({ z, more: { acquisition } }));
    const rows = [...pass(1), ...pass(2)].map((given, at) => row(at + 1, given));
    const { stored, stack } = arranged(rows);
    expect(choiceSentences(stack ?? {}, 'soft').join(' ')).toContain(
      'the first is read: acquisition 1, 3 slices',
    );
    expect(stored?.slices.map(({ status }) => status)).toEqual([
      ...['read', 'read', 'read', 'set_aside', 'set_aside', 'set_aside'],
    ]);
  });

  it('of another series are set aside: a soft kernel is read of a head, as on the command line', () => {
    const series = (seriesUid: string, kernel: string, thicknessMm: number) =>
      [0, 7, 14].map((z) => ({ z, more: { seriesUid, kernel, thicknessMm } }));
    const rows = [...series('1.3', 'FC30', 2.5), ...series('1.4', 'FC21', 7)];
    const { slices, stored, stack } = arranged(rows.map((given, at) => row(at + 1, given)));
    expect(slices?.map(({ file }) => file)).toEqual(['slice-0004', 'slice-0005', 'slice-0006']);
    expect(choiceSentences(stack ?? {}, 'soft')).toEqual([
      'Series read: 3 slices, 7 mm thick, kernel FC21; chosen as a soft reconstruction of the whole region. Other series, not read: 3 slices, 2.5 mm thick, kernel FC30.',
    ]);
    expect(stored?.slices.filter(({ status }) => status === 'set_aside')).toHaveLength(3);
  });

  it('that are frames of one file are ordered by the places of the frames', () => {
    const rows = [14, 0, 7].map((z, at) => row(at + 1, { z, frame: at + 1 }));
    const { slices } = arranged(rows);
    expect(slices?.map(({ file }) => file)).toEqual(['slice-0002', 'slice-0003', 'slice-0001']);
  });
});
