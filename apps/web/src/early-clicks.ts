/**
 * Keeps the clicks on buttons of a prerendered page that come before the application does: the buttons are
 * painted long before they work. The answer ends the keeping and presses, in turn, what stands in the place
 * of each, known by its name; a button that is no longer there is passed over.
 */
export function keepEarlyClicks(page: HTMLElement): () => void {
  const names: string[] = [];
  const keep = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button) names.push(nameOf(button));
  };
  page.addEventListener('click', keep, { capture: true });
  return () => {
    page.removeEventListener('click', keep, { capture: true });
    for (const name of names.splice(0)) {
      const button = [...page.querySelectorAll('button')].find((candidate) => nameOf(candidate) === name);
      button?.click();
    }
  };
}

function nameOf(button: HTMLButtonElement): string {
  return button.getAttribute('aria-label') ?? button.textContent?.trim() ?? '';
}
