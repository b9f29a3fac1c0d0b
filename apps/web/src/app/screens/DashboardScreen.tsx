import { Dashboard } from '../../features/dashboard/Dashboard.tsx';
import { Page } from '../../ui/Page.tsx';
import '../../ui/mantine-app.css';

/** The start screen of a signed-in user: pick a module. */
export function DashboardScreen() {
  return (
    <Page title="Medical Image Analysis" subtitle="Select a module to begin analysis">
      <Dashboard />
    </Page>
  );
}
