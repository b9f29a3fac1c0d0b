import type { AttributeValue } from '@second-read/core/analysis/finding';
import type { ExamSlice, ReadSlice } from '@second-read/core/exam/exam-slice';
import { type Mark, marksOf } from '@second-read/core/exam/marks/mark';
import type { StackFacts } from '@second-read/core/exam/stack/stack';
import { mask } from '@second-read/core/pixels/plane';

export const stackFacts: StackFacts = {
  orderedBy: 'position',
  description: undefined,
  spacingMm: 5,
  thicknessMm: 5,
  gaps: [],
  tiltDegrees: 0,
  kernel: undefined,
  contrast: undefined,
  setAside: [],
  choice: undefined,
  series: [],
};

/** A slice that was read, 5 mm from the next, a pixel of 1 mm. */
export function readSlice(
  index: number,
  facts: Readonly<Record<string, AttributeValue>>,
  more: Partial<ReadSlice> & { readonly marks?: readonly Mark[]; readonly slabMm?: number } = {},
): ExamSlice {
  const { marks = [], slabMm = 5, ...rest } = more;
  return {
    file: `slice-${index + 1}`,
    placeMm: index * slabMm,
    slabMm,
    outcome: {
      status: 'read',
      width: 128,
      height: 128,
      pixelMm: { x: 1, y: 1 },
      isHounsfield: true,
      evidence: { marks, facts },
      scores: {},
      candidates: [],
      laterality: null,
      view: null,
      ...rest,
    },
  };
}

/** The mark of a disc. */
export function disc(
  at: { x: number; y: number; r: number },
  said: Pick<Mark, 'type' | 'score' | 'facts'>,
): Mark[] {
  const region = mask(128, 128);
  for (let i = 0; i < region.data.length; i++) {
    if (Math.hypot((i % 128) - at.x, Math.floor(i / 128) - at.y) <= at.r) region.data[i] = 1;
  }
  return marksOf(region, said);
}
