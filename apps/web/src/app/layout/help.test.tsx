import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { useKeySections } from '../../ui/help/key-sections.ts';
import { HelpHost } from './HelpHost.tsx';

function Screen({ isSignedIn = true }: { isSignedIn?: boolean }) {
  useKeySections([{ heading: 'Worklist', entries: [['J', 'Next report']] }], 'screen');
  return (
    <>
      <input aria-label="Search" />
      <HelpHost isSignedIn={isSignedIn} />
    </>
  );
}

const open = () => renderApp([{ path: '/', element: <Screen /> }], '/');
const help = () => screen.findByRole('dialog', { name: 'Keys of this screen' });

afterEach(cleanup);

describe('the help of a screen', () => {
  it('lists the keys of the screen and those that work everywhere, on a question mark', async () => {
    open();
    fireEvent.keyDown(document.body, { key: '?' });
    const dialog = await help();
    expect(dialog.textContent).toContain('Next report');
    expect(dialog.textContent).toContain('Search patients, screens and actions');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is opened by its button', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Keys of this screen' }));
    expect((await help()).textContent).toContain('Worklist');
    await userEvent.keyboard('{Escape}');
  });

  it('leaves the question mark to whoever writes one', async () => {
    open();
    await userEvent.type(screen.getByLabelText('Search'), 'why?');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('has no button for visitors of a page without keys', () => {
    renderApp([{ path: '/', element: <HelpHost isSignedIn={false} /> }], '/');
    expect(screen.queryByRole('button', { name: 'Keys of this screen' })).toBeNull();
  });
});
