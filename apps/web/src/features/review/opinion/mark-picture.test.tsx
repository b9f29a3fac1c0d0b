import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { MarkPicture } from './MarkPicture.tsx';

afterEach(cleanup);

const mass = (more: object) => ({ type: 'mass', side: null, ...more });
const findings = [
  mass({ place: { x: 5, y: 5 }, slice: 1 }),
  mass({ place: { x: 9, y: 9 }, slice: 3 }),
  mass({}),
];
const size = { width: 100, height: 100 };

it('shows the marks of the slice of an exam that is shown, and takes one where it is clicked', () => {
  const places: object[] = [];
  const shown = { picture: '/a.png', size, slice: 3, words: 'slice 4' };
  render(<MarkPicture {...{ shown, findings }} active={2} onPlace={(place) => places.push(place)} />);
  const picture = screen.getByRole('img', { name: 'The picture of slice 4, 1 marked' });
  picture.getBoundingClientRect = () => ({ left: 0, top: 0, width: 50, height: 50 }) as DOMRect;
  fireEvent.click(picture, { clientX: 10, clientY: 20 });
  expect(places).toEqual([{ x: 20, y: 40 }]);
});

it('has no mark of a slice on a report of one picture', () => {
  const shown = { picture: '/a.png', size };
  render(<MarkPicture {...{ shown, findings }} active={0} onPlace={() => {}} />);
  expect(screen.getByRole('img', { name: 'The picture, 0 marked' })).toBeDefined();
});
