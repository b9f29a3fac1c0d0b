import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { settingsPage } from './settings-page.test-support.ts';

const page = '../../../../docs/settings.md';

it('the page of settings names every variable with its default', async () => {
  await expect(settingsPage()).toMatchFileSnapshot(page);
  const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
  expect(readme).toContain('[docs/settings.md](docs/settings.md)');
});
