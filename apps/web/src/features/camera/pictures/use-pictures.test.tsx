// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { usePictures } from './use-pictures.ts';

it('puts a removed picture back in its place, until the next one is taken', () => {
  const { result } = renderHook(usePictures);
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
