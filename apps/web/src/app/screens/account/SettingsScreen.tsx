import { Settings } from '../../../features/settings/Settings.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import '../../../ui/mantine-app.css';

/** What the signed-in user sets for themselves. */
export function SettingsScreen() {
  return (
    <Page title="Settings" subtitle="Yours alone; administrators set what holds for the organization.">
      <Settings />
    </Page>
  );
}
