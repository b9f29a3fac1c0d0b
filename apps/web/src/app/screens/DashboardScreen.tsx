import { useSearchParams } from 'react-router';
import { useMay } from '../../api/account/rights.ts';
import { Dashboard } from '../../features/dashboard/Dashboard.tsx';
import { usePacs } from '../../features/pacs/use-pacs.ts';
import { FirstRun } from '../../features/tour/FirstRun.tsx';
import { isTour } from '../../features/tour/tour-address.ts';
import { Page } from '../../ui/page/Page.tsx';
import '../../ui/mantine-app.css';

/** The start screen of a signed-in user: pick a module. */
export function DashboardScreen() {
  const isAsked = isTour(useSearchParams()[0]);
  const mayUpload = useMay('upload');
  // The screens that it leads to have their buttons from the first moment on.
  usePacs();
  return (
    <Page title="Medical Image Analysis" subtitle="Select a module to begin analysis">
      {mayUpload && <FirstRun isAsked={isAsked} />}
      <Dashboard />
    </Page>
  );
}
