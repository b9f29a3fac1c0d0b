import type { MammogramFacts } from '@second-read/core/decode/study';
import { describe, expect, it } from 'vitest';
import { phantomStudy } from '../phantom.test-support.ts';
import { fileProblemOf } from './file-problem.ts';

const plain: MammogramFacts = { modifiers: [], isPartial: false, isRaw: false, showsBothBreasts: false };

function problem(facts: Partial<MammogramFacts>) {
  const source = { format: 'dicom', frames: 1, frame: 0, mammogram: { ...plain, ...facts } } as const;
  return fileProblemOf(phantomStudy({ width: 30, height: 60 }, { source }));
}

describe('what a file says against reading its mammogram', () => {
  it('is nothing for a standard view, a rolled or exaggerated one, or a file without such facts', () => {
    expect(problem({})).toBeNull();
    expect(problem({ modifiers: ['rolled', 'anterior_compression'], magnification: 1.08 })).toBeNull();
    expect(fileProblemOf(phantomStudy({ width: 30, height: 60 }))).toBeNull();
  });

  it('is magnification, by its name or by its factor', () => {
    expect(problem({ modifiers: ['magnification'] })).toBe('magnified');
    expect(problem({ magnification: 1.5 })).toBe('magnified');
  });

  it('is spot compression, a part of the breast, both breasts, a specimen', () => {
    expect(problem({ modifiers: ['spot_compression'] })).toBe('spot');
    expect(problem({ modifiers: ['axillary_tail'] })).toBe('partial');
    expect(problem({ isPartial: true })).toBe('partial');
    expect(problem({ showsBothBreasts: true })).toBe('both');
    expect(problem({ modifiers: ['specimen'] })).toBe('specimen');
  });

  it('is an implant, unless the view displaces it', () => {
    expect(problem({ hasImplant: true })).toBe('implant');
    expect(problem({ hasImplant: true, modifiers: ['implant_displaced'] })).toBeNull();
  });
});
