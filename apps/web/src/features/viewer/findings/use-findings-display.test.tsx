import { manifest as breast } from '@second-read/analyses/breast/manifest';
import { markedTypes } from '@second-read/analyses/marked-types';
import { act, renderHook } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { findingMarks } from './finding-marks.ts';
import type { FindingMarksState } from './use-finding-marks.ts';
import { useFindingsDisplay } from './use-findings-display.ts';
import { useOutlines } from './use-outlines.ts';

// Two masses, the second larger, and one calcification.
const labels = { width: 5, height: 1, data: Uint8Array.from([4, 5, 0, 4, 4]) };
const ready: FindingMarksState = { status: 'ready', found: findingMarks(labels, markedTypes(breast)) };

function display() {
  const { result, rerender } = renderHook((state: FindingMarksState) => useFindingsDisplay(state), {
    initialProps: ready,
  });
  const did = (change: () => void) => {
    act(change);
    return result.current;
  };
  return { now: () => result.current, did, rerender };
}

describe('the display of findings', () => {
  it('draws nothing until it is asked', () => {
    const { shown, marks } = display().now();
    expect(marks.map(({ type }) => type.id)).toEqual(['mass', 'calcification']);
    expect([...shown]).toEqual([]);
  });

  it('shows and hides one finding, or all', () => {
    const { now, did } = display();
    expect([...did(() => now().toggle('mass')).shown]).toEqual(['mass']);
    expect([...did(() => now().toggleAll()).shown]).toEqual(['mass', 'calcification']);
    expect([...did(() => now().toggle('mass')).shown]).toEqual(['calcification']);
    expect([...did(() => now().toggleAll()).shown]).toEqual(['mass', 'calcification']);
    expect([...did(() => now().toggleAll()).shown]).toEqual([]);
  });

  it('outlines all findings over the bare image, and on the second asking shows all as it was', () => {
    const opacities: number[] = [];
    const { result } = renderHook(() => {
      const findings = useFindingsDisplay(ready);
      const [opacity, setOpacity] = useState(0.7);
      const onOpacity = (next: number) => {
        opacities.push(next);
        setOpacity(next);
      };
      return { findings, outlines: useOutlines({ findings, hasLayer: true, opacity, onOpacity }) };
    });
    act(() => result.current.outlines.toggle());
    expect(result.current.outlines.isOn).toBe(true);
    expect([result.current.findings.style, result.current.findings.shown.size]).toEqual(['outline', 2]);
    act(() => result.current.outlines.toggle());
    expect(result.current.findings.shown.size).toBe(0);
    expect(opacities).toEqual([0, 0.7]);
  });

  it('centres the largest region of a finding, then the next, then the first again, and shows it', () => {
    const { now, did } = display();
    const placeOf = () => [now().target?.type, now().target?.index, now().target?.region.box.x];
    did(() => now().centre('mass'));
    expect(placeOf()).toEqual(['mass', 0, 3]);
    expect([...now().shown]).toEqual(['mass']);
    did(() => now().centre('mass'));
    expect(placeOf()).toEqual(['mass', 1, 0]);
    did(() => now().centre('mass'));
    expect(placeOf()).toEqual(['mass', 0, 3]);
  });

  it('goes through all regions of all findings', () => {
    const { now, did } = display();
    const places = [1, 2, 3, 4].map(() => {
      const { target } = did(() => now().centreNext());
      return `${target?.type} ${target?.index}`;
    });
    expect(places).toEqual(['mass 0', 'mass 1', 'calcification 0', 'mass 0']);
  });

  it('centres nothing where nothing is marked', () => {
    const { now, did, rerender } = display();
    expect(did(() => now().centre('axilla')).target).toBeNull();
    rerender({ status: 'absent' });
    expect(did(() => now().centreNext()).target).toBeNull();
  });

  it('forgets what was shown when the picture goes', () => {
    const { now, did, rerender } = display();
    did(() => now().centre('mass'));
    rerender({ status: 'absent' });
    rerender(ready);
    expect([...now().shown]).toEqual([]);
    expect(now().target).toBeNull();
  });
});
