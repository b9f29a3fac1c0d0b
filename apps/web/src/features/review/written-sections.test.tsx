import type { ReviewReply } from '@second-read/contract/reviews';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeServer, ok } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import type { Answer, WrittenTexts } from './change-queue.ts';
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

interface Callbacks {
  onChange: (wish: Wish) => void;
  onAnswer: (answer: Answer) => void;
}

function Sections(callbacks: Callbacks) {
  const [comparison, setComparison] = useState('');
  const review = { module: 'breast', written: { comparison } } as unknown as ReviewReply;
  return (
    <>
      <WrittenSections review={review} {...callbacks} />
      <button type="button" onClick={() => setComparison('Theirs.')}>
        Another tab writes
      </button>
    </>
  );
}

/** Something is typed, and another tab writes before it is kept. */
function writeBoth(): { answers: Answer[]; field: HTMLElement } {
  const wishes: Wish[] = [];
  const answers: Answer[] = [];
  const callbacks = { onChange: (wish: Wish) => wishes.push(wish), onAnswer: answers.push.bind(answers) };
  renderApp([{ path: '/', element: <Sections {...callbacks} /> }], '/');
  const field = screen.getByRole('textbox', { name: 'Comparison' });
  fireEvent.change(field, { target: { value: 'Mine.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Another tab writes' }));
  expect(screen.getByText('Written in another tab meanwhile: “Theirs.”')).toBeTruthy();
  fireEvent.blur(field);
  expect(wishes).toEqual([]);
  return { answers, field };
}

it('writes over a text of another tab only when its reader says so', () => {
  const { answers } = writeBoth();
  fireEvent.click(screen.getByRole('button', { name: 'Keep what is here' }));
  expect(answers).toEqual([{ section: 'comparison', over: 'Theirs.', text: 'Mine.' }]);
});

it('takes the text of the other tab where its reader prefers it', () => {
  const { answers, field } = writeBoth();
  fireEvent.click(screen.getByRole('button', { name: 'Take that' }));
  expect(screen.getByDisplayValue('Theirs.')).toBe(field);
  expect(answers).toEqual([{ section: 'comparison', over: 'Theirs.', text: 'Theirs.' }]);
});

const later = { module: 'breast', written: { comparison: 'Theirs.' } } as unknown as ReviewReply;

function Late({ onAnswer }: Pick<Callbacks, 'onAnswer'>) {
  const [unkept, setUnkept] = useState<WrittenTexts>();
  return (
    <>
      <WrittenSections review={later} {...{ unkept, onAnswer }} onChange={() => {}} />
      <button type="button" onClick={() => setUnkept({ comparison: 'Mine.' })}>
        The server answers
      </button>
    </>
  );
}

it('asks about a text that was not sent since another was written', () => {
  const answers: Answer[] = [];
  renderApp([{ path: '/', element: <Late onAnswer={answers.push.bind(answers)} /> }], '/');
  fireEvent.click(screen.getByRole('button', { name: 'The server answers' }));
  expect(screen.getByText('Written in another tab meanwhile: “Theirs.”')).toBeTruthy();
  expect(screen.getByDisplayValue('Mine.')).toBe(screen.getByRole('textbox', { name: 'Comparison' }));
  fireEvent.click(screen.getByRole('button', { name: 'Keep what is here' }));
  expect(answers).toEqual([{ section: 'comparison', over: 'Theirs.', text: 'Mine.' }]);
});
