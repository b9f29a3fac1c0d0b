import type { WorklistItem } from '@second-read/contract/worklist';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useChosenRow } from './use-chosen-row.ts';

afterEach(cleanup);

const listOf = (...ids: string[]) => ids.map((id) => ({ report_id: id }) as WorklistItem);
const show = (...ids: string[]) =>
  renderHook(({ items }) => useChosenRow(items), { initialProps: { items: listOf(...ids) } });

it('shows a report once its row is chosen, not one that moved up in its place, nor again on coming back', () => {
  const { result, rerender, unmount } = show('a', 'b', 'c');
  const now = () => [result.current.chosen?.report_id, result.current.shown?.report_id];
  expect(now()).toEqual([undefined, undefined]);
  act(() => result.current.step(1));
  expect(now()).toEqual(['a', 'a']);
  rerender({ items: listOf('b', 'c') });
  expect(now()).toEqual(['b', undefined]);
  act(() => result.current.choose('c'));
  rerender({ items: listOf('c', 'b') });
  expect(now()).toEqual(['c', 'c']);
  unmount();
  const again = show('c', 'b').result;
  expect([again.current.chosen?.report_id, again.current.shown]).toEqual(['c', null]);
});
