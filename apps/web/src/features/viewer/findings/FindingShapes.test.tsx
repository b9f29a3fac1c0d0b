import { manifest as breast } from '@second-read/analyses/breast/manifest';
import { markedTypes } from '@second-read/analyses/marked-types';
import type { ReportFinding } from '@second-read/core/report/document';
import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { LayerHandle } from '../chrome/Layer.tsx';
import { FindingShapes } from './FindingShapes.tsx';
import { findingMarks } from './finding-marks.ts';
import { lineStyle } from './line-styles.ts';

// Two masses whose outlines touch: one region.
const labels = { width: 10, height: 2, data: new Uint8Array(20).fill(4) };
const found = findingMarks(labels, markedTypes(breast));
const findings: ReportFinding[] = [
  {
    ...{ type: 'mass', label: 'Masses', colour: '#D55E00', found: true, confidence: null, details: [] },
    places: [
      { number: 1, x: 20, y: 50 },
      { number: 2, x: 70, y: 50 },
    ],
  },
];

function shapes(shown: readonly string[]) {
  const handle: { current: LayerHandle | null } = { current: null };
  const display = { shown: new Set(shown), style: 'both', opacity: 0.4, target: null } as const;
  const { container } = render(
    <FindingShapes ref={handle} found={found} display={display} numbered={findings} />,
  );
  return { container, handle };
}

describe('the outlines', () => {
  it('of each type have a line of their own', () => {
    expect(new Set([0, 1, 2, 3].map((at) => lineStyle(at).border)).size).toBe(4);
    expect(new Set([0, 1, 2, 3].map((at) => lineStyle(at).dash)).size).toBe(4);
  });
});

describe('the numbers of masses in the picture', () => {
  it('stand each at its place, also where two outlines are one region', () => {
    const { container } = shapes(['mass']);
    expect(found.marks[0]?.regions).toHaveLength(1);
    const texts = [...container.querySelectorAll('text')];
    expect(texts.map(({ textContent }) => textContent)).toEqual(['1', '2']);
    expect(texts.map(({ style }) => style.transform)).toEqual([
      'translate(2px, 1px) var(--upright)',
      'translate(7px, 1px) var(--upright)',
    ]);
  });

  it('go with the outlines', () => {
    expect(shapes([]).container.querySelectorAll('text')).toHaveLength(0);
  });

  it('stay upright and of one size under zoom, turn and flip', () => {
    const { container, handle } = shapes(['mass']);
    // Twice as large, a quarter turn, left and right exchanged; the picture is ten times the label map.
    handle.current?.place([0, 2, 2, 0, 5, 7], { width: 100, height: 20 });
    const upright = container.querySelector('g')?.style.getPropertyValue('--upright');
    expect(upright?.match(/-?[\d.]+/g)?.map(Number)).toEqual([0, 0.05, 0.05, 0, 0, 0].map((n) => n + 0));
  });
});
