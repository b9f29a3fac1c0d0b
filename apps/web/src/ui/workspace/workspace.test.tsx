import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { keptWidth } from './use-panel-width.ts';
import { Workspace } from './Workspace.tsx';

const limits = { least: 320, most: 720, usual: 440 };

function open(owner = 'ada') {
  cleanup();
  const element = (
    <Workspace name="details" owner={owner} title="Details" banner="P-1" main="picture" side="report" />
  );
  renderApp([{ path: '/', element }], '/');
  return screen.getByRole('separator', { name: 'Width of the panel Report' });
}

const widthOf = (bar: HTMLElement) => Number(bar.getAttribute('aria-valuenow'));

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe('the width of the panel beside the picture', () => {
  it('follows the arrow keys within its limits', () => {
    const bar = open();
    expect(widthOf(bar)).toBe(440);
    fireEvent.keyDown(bar, { key: 'ArrowLeft' });
    expect(widthOf(bar)).toBe(456);
    fireEvent.keyDown(bar, { key: 'ArrowRight', shiftKey: true });
    expect(widthOf(bar)).toBe(392);
    fireEvent.keyDown(bar, { key: 'End' });
    fireEvent.keyDown(bar, { key: 'ArrowLeft' });
    expect(widthOf(bar)).toBe(720);
    fireEvent.keyDown(bar, { key: 'Home' });
    expect(widthOf(bar)).toBe(320);
    fireEvent.doubleClick(bar);
    expect(widthOf(bar)).toBe(440);
  });

  it('is remembered for the account that set it, not for another', () => {
    fireEvent.keyDown(open('ada'), { key: 'ArrowLeft' });
    expect(widthOf(open('ada'))).toBe(456);
    expect(widthOf(open('ben'))).toBe(440);
  });

  it('names the panel that it moves', () => {
    const panel = document.getElementById(open().getAttribute('aria-controls') ?? '');
    expect(panel?.textContent).toBe('report');
  });

  it('is the usual one where nothing sensible was kept', () => {
    expect(['', 'wide', 'NaN', null].map((text) => keptWidth(text, limits))).toEqual([440, 440, 440, 440]);
    expect(keptWidth('9000', limits)).toBe(720);
  });
});

describe('the panel beside the picture', () => {
  const button = (name: string) => screen.getByRole('button', { name });

  it('folds away and comes back, remembered for the account', () => {
    open('ada');
    fireEvent.click(button('Hide the panel Report'));
    expect(button('Show the panel Report').getAttribute('aria-expanded')).toBe('false');
    open('ben');
    expect(button('Hide the panel Report').getAttribute('aria-expanded')).toBe('true');
    open('ada');
    fireEvent.click(button('Show the panel Report'));
    expect(button('Hide the panel Report').getAttribute('aria-expanded')).toBe('true');
  });
});
