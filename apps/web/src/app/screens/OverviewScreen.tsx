import { useSession } from '../../api/account/session.ts';
import { Overview } from '../../features/overview/Overview.tsx';
import {
  brainOverview,
  breastOverview,
  type OverviewContent,
} from '../../features/overview/overview-content.ts';
import { paths } from '../paths.ts';

/** /breast-overview. */
export function BreastOverviewScreen() {
  return <OverviewScreen content={breastOverview} analysisPath={paths.breastAnalysis} />;
}

/** /brain-ct-overview. */
export function BrainOverviewScreen() {
  return <OverviewScreen content={brainOverview} analysisPath={paths.brainAnalysis} />;
}

function OverviewScreen({ content, analysisPath }: { content: OverviewContent; analysisPath: string }) {
  const { isAuthenticated } = useSession();
  return (
    <>
      <title>{`${content.title} · Second Read`}</title>
      <Overview
        content={content}
        isSignedIn={isAuthenticated}
        analysisPath={analysisPath}
        loginPath={paths.login}
      />
    </>
  );
}
