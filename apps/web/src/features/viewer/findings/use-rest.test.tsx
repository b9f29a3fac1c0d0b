import { act, fireEvent, render } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it, vi } from 'vitest';
import { useRest } from './use-rest.ts';

function Stage() {
  const element = useRef<HTMLDivElement>(null);
  useRest(element);
  return (
    <div ref={element} data-testid="stage">
      <canvas data-testid="picture" />
    </div>
  );
}

it('is told of the mouse that rests over the picture, until it moves or leaves, and of no finger', () => {
  vi.useFakeTimers();
  const { getByTestId } = render(<Stage />);
  const isResting = () => getByTestId('stage').hasAttribute('data-resting');
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  fireEvent.pointerMove(getByTestId('picture'), { pointerType: 'mouse' });
  pass(1400);
  expect(isResting()).toBe(false);
  pass(200);
  expect(isResting()).toBe(true);
  fireEvent.pointerMove(getByTestId('picture'), { pointerType: 'mouse' });
  expect(isResting()).toBe(false);
  pass(1600);
  expect(isResting()).toBe(true);
  fireEvent.pointerMove(getByTestId('picture'), { pointerType: 'touch' });
  pass(1600);
  expect(isResting()).toBe(false);
  fireEvent.pointerMove(getByTestId('picture'), { pointerType: 'mouse' });
  pass(1600);
  fireEvent.pointerLeave(getByTestId('stage'));
  expect(isResting()).toBe(false);
  vi.useRealTimers();
});
