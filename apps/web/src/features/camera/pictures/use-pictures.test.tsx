// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { usePictures } from './use-pictures.ts';

it('puts a removed picture back in its place, until the next one is taken', () => {
  const { result } = renderHook(() => usePictures('0042'));
  const take = (name: string) =>
    act(() => result.current.add(new File(['x'], name), { acid: 'before' }, true));
  const names = () => result.current.pictures.map(({ file }) => file.name);
  take('a');
  take('b');
  act(() => result.current.remove(result.current.pictures[0]?.id ?? ''));
  expect(names()).toEqual(['b']);
  act(() => result.current.bringBack?.());
  expect(names()).toEqual(['a', 'b']);
  expect(result.current.bringBack).toBeNull();
  act(() => result.current.remove(result.current.pictures[1]?.id ?? ''));
  take('c');
  expect(result.current.bringBack).toBeNull();
});

it('keeps pictures and timer with the patient ID under which they were taken', () => {
  const { result, rerender } = renderHook(({ patientId }) => usePictures(patientId), {
    initialProps: { patientId: '0042' },
  });
  const take = (name: string) =>
    act(() => result.current.add(new File(['x'], name), { acid: 'before' }, true));
  const names = () => result.current.pictures.map(({ file }) => file.name);
  take('a');
  take('b');
  const [first] = result.current.pictures;
  rerender({ patientId: '0043' });
  expect([names(), result.current.others]).toEqual([[], [{ patientId: '0042', count: 2 }]]);
  take('c');
  expect(names()).toEqual(['c']);
  expect(first && result.current.takenFor(first.file)).toBe('0042');
  act(() => result.current.clear());
  rerender({ patientId: '0042' });
  expect([names(), result.current.others]).toEqual([['a', 'b'], []]);
  rerender({ patientId: '0044' });
  act(() => result.current.move('0042'));
  expect([names(), result.current.others]).toEqual([['a', 'b'], []]);
});
