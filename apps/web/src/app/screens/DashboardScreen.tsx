import { Dashboard } from '../../features/dashboard/Dashboard.tsx';
import { Page } from '../../ui/Page.tsx';
import '../../ui/mantine-app.css';

/** Where a signed-in user begins: pick a module. */
export function DashboardScreen() {
  return (
    <Page title="Medical Image Analysis" subtitle="Select a module to begin analysis">
      <Dashboard />
    </Page>
  );
}
