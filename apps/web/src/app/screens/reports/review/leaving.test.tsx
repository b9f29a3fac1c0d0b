import type { Outline } from '@second-read/core/reading/outline';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { LeaveQuestion } from './LeaveQuestion.tsx';
import { type Draft, useLeaving } from './use-leaving.ts';

afterEach(cleanup);

const outline = [
  { x: 1, y: 1 },
  { x: 4, y: 1 },
  { x: 4, y: 4 },
];

interface HostProps {
  draft: Draft | null;
  onDone: () => void;
  onKeep: (outline: Outline) => void;
}

function Host({ draft, onDone, onKeep }: HostProps) {
  const leaving = useLeaving();
  leaving.follow(draft);
  return (
    <>
      <button type="button" onClick={() => leaving.leave(onDone)}>
        Next slice
      </button>
      <LeaveQuestion label="Mass, slice 4" leaving={leaving} onKeep={onKeep} />
    </>
  );
}

function show(draft: Draft | null) {
  const done: string[] = [];
  const kept: Outline[] = [];
  render(<Host draft={draft} onDone={() => done.push('gone')} onKeep={(each) => kept.push(each)} />);
  fireEvent.click(screen.getByText('Next slice'));
  return { done, kept };
}

it.each([null, { isChanged: false, outline }])('goes on at once where nothing is lost', (draft) => {
  expect(show(draft).done).toEqual(['gone']);
});

it('asks, stays by Escape, and keeps the outline before it goes on', () => {
  const { done, kept } = show({ isChanged: true, outline });
  const question = screen.getByRole('alertdialog');
  expect(document.activeElement?.textContent).toBe('Keep it and go on');
  fireEvent.keyDown(question, { key: 'Escape' });
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(done).toEqual([]);
  fireEvent.click(screen.getByText('Next slice'));
  fireEvent.click(screen.getByText('Keep it and go on'));
  expect([kept, done]).toEqual([[outline], ['gone']]);
});

it('has nothing to keep of an open polygon, which is discarded or gone on with', () => {
  const { done, kept } = show({ isChanged: true, outline: null });
  expect(screen.queryByText('Keep it and go on')).toBeNull();
  fireEvent.click(screen.getByText('Discard it'));
  expect([kept, done]).toEqual([[], ['gone']]);
});
