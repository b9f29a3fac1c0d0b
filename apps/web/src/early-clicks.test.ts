// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { keepEarlyClicks } from './early-clicks.ts';

function pageOf(...labels: string[]): HTMLElement {
  const page = document.createElement('div');
  page.append(...labels.map(labelled));
  document.body.replaceChildren(page);
  return page;
}

function labelled(label: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.setAttribute('aria-label', label);
  button.append(document.createElement('span'));
  return button;
}

describe('clicks before the application is there', () => {
  it('are pressed again, in turn, on what has replaced the prerendered page', () => {
    const page = pageOf('Next step', 'Previous step', 'Gone');
    const replay = keepEarlyClicks(page);
    for (const label of ['Next step', 'Gone', 'Previous step', 'Next step'])
      page.querySelector<HTMLElement>(`[aria-label="${label}"] span`)?.click();

    page.replaceChildren(labelled('Previous step'), labelled('Next step'));
    const pressed: (string | null)[] = [];
    for (const button of page.querySelectorAll('button'))
      button.addEventListener('click', () => pressed.push(button.ariaLabel));
    replay();
    expect(pressed).toEqual(['Next step', 'Previous step', 'Next step']);

    page.querySelector('button')?.click();
    replay();
    expect(pressed.filter((label) => label === 'Previous step')).toHaveLength(2);
  });
});
