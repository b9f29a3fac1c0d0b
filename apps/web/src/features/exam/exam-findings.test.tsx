import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { ExamFindings } from './ExamFindings.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('has its findings in a sheet on a phone, which ends with the choice of one', async () => {
  const phone = (media: string) => ({
    matches: media.includes('max-width: 767px'),
    ...{ media, onchange: null, dispatchEvent: () => false },
    ...{ addListener: vi.fn(), removeListener: vi.fn() },
    ...{ addEventListener: vi.fn(), removeEventListener: vi.fn() },
  });
  vi.stubGlobal('matchMedia', phone);
  const finding = {
    id: 'mass-1',
    label: 'Mass',
    words: '12 mm',
    colour: '#f00',
    places: [3],
    at: 3,
    box: null,
  };
  const shown = vi.fn();
  const element = (
    <ExamFindings
      findings={[finding as unknown as Parameters<typeof ExamFindings>[0]['findings'][number]]}
      place={0}
      areOutlined={false}
      onShow={shown}
      onFinding={() => undefined}
    />
  );
  renderApp([{ path: '/', element }], '/');
  expect(screen.queryByRole('list')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Findings (1)' }));
  const sheet = await screen.findByRole('dialog', { name: 'Findings' });
  await userEvent.click(await within(sheet).findByRole('button', { name: /Mass/ }));
  expect(shown).toHaveBeenCalledWith(finding);
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
