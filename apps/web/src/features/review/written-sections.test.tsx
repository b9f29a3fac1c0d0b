import type { ReviewReply } from '@second-read/contract/reviews';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeServer, ok } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import type { WrittenTexts } from './change-queue.ts';
import type { Wish } from './use-review.ts';
import { WrittenSections } from './WrittenSections.tsx';

beforeEach(() => {
  // What is typed is kept after a pause, which the test does not wait for.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fakeServer({ 'GET /api/phrases/': ok({ phrases: [] }) });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Sections({ onChange }: { onChange: (wish: Wish) => void }) {
  const [comparison, setComparison] = useState('');
  const review = { module: 'breast', written: { comparison } } as unknown as ReviewReply;
  return (
    <>
      <WrittenSections review={review} onChange={onChange} />
      <button type="button" onClick={() => setComparison('Theirs.')}>
        Another tab writes
      </button>
    </>
  );
}

/** Something is typed, and another tab writes before it is kept. */
function writeBoth(): { wishes: Wish[]; field: HTMLElement } {
  const wishes: Wish[] = [];
  renderApp([{ path: '/', element: <Sections onChange={(wish) => wishes.push(wish)} /> }], '/');
  const field = screen.getByRole('textbox', { name: 'Comparison' });
  fireEvent.change(field, { target: { value: 'Mine.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Another tab writes' }));
  expect(screen.getByText('Written in another tab meanwhile: “Theirs.”')).toBeTruthy();
  fireEvent.blur(field);
  expect(wishes).toEqual([]);
  return { wishes, field };
}

it('writes over a text of another tab only when its reader says so', () => {
  const { wishes } = writeBoth();
  fireEvent.click(screen.getByRole('button', { name: 'Keep what is here' }));
  expect(wishes).toEqual([{ kind: 'write', section: 'comparison', text: 'Mine.' }]);
});

it('takes the text of the other tab where its reader prefers it', () => {
  const { wishes, field } = writeBoth();
  fireEvent.click(screen.getByRole('button', { name: 'Take that' }));
  expect(screen.getByDisplayValue('Theirs.')).toBe(field);
  expect(wishes).toEqual([]);
});

const later = { module: 'breast', written: { comparison: 'Theirs.' } } as unknown as ReviewReply;

function Late({ onChange }: { onChange: (wish: Wish) => void }) {
  const [unkept, setUnkept] = useState<WrittenTexts>();
  return (
    <>
      <WrittenSections review={later} {...{ unkept, onChange }} />
      <button type="button" onClick={() => setUnkept({ comparison: 'Mine.' })}>
        The server answers
      </button>
    </>
  );
}

it('asks about a text that was not sent since another was written', () => {
  const wishes: Wish[] = [];
  renderApp([{ path: '/', element: <Late onChange={(wish) => wishes.push(wish)} /> }], '/');
  fireEvent.click(screen.getByRole('button', { name: 'The server answers' }));
  expect(screen.getByText('Written in another tab meanwhile: “Theirs.”')).toBeTruthy();
  expect(screen.getByDisplayValue('Mine.')).toBe(screen.getByRole('textbox', { name: 'Comparison' }));
  fireEvent.click(screen.getByRole('button', { name: 'Keep what is here' }));
  expect(wishes).toEqual([{ kind: 'write', section: 'comparison', text: 'Mine.' }]);
});
