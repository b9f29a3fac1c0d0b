import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isFreeKey } from './free-key.ts';

let free: string[] = [];
const listen = (event: KeyboardEvent) => {
  if (isFreeKey(event)) free.push(event.key);
};

beforeEach(() => {
  free = [];
  window.addEventListener('keydown', listen);
});

afterEach(() => {
  window.removeEventListener('keydown', listen);
  cleanup();
});

it.each([
  ['radio', <input key="1" type="radio" />],
  ['checkbox', <input key="2" type="checkbox" />],
  ['slider', <input key="3" type="range" />],
  ['button', <button key="4" type="button" />],
])('a key pressed on a %s is the screen’s', async (role, control) => {
  render(control);
  screen.getByRole(role).focus();
  await userEvent.keyboard('a');
  expect(free).toEqual(['a']);
});

it.each([
  ['textbox', <input key="1" type="text" />],
  ['textbox', <textarea key="2" />],
  ['combobox', <select key="3" />],
  [
    'menuitem',
    <div key="4" role="menu">
      <button type="button" role="menuitem" />
    </div>,
  ],
  [
    'button',
    <section key="5" data-image-keys="">
      <button type="button" />
    </section>,
  ],
])('a key pressed in a %s is not', async (role, control) => {
  render(control);
  screen.getByRole(role).focus();
  await userEvent.keyboard('a');
  expect(free).toEqual([]);
});

it('a key that was taken, has a modifier, or is pressed while a dialog asks is not', async () => {
  render(<button type="button" onKeyDown={(event) => event.key === 'x' && event.preventDefault()} />);
  screen.getByRole('button').focus();
  await userEvent.keyboard('x{Control>}a{/Control}');
  render(<div role="dialog" aria-modal="true" />);
  await userEvent.keyboard('a');
  expect(free).toEqual([]);
});
