import { manifests } from '@second-read/analyses/manifests';
import { useLocation } from 'react-router';
import { RequireSession } from '../../RequireSession.tsx';
import { NotFoundScreen } from '../NotFoundScreen.tsx';
import { AnalysisScreen } from './AnalysisScreen.tsx';

/** The analysis screen of the module that the address names. */
export function ModuleScreen() {
  const { pathname } = useLocation();
  const manifest = manifests.find(({ route }) => route === pathname.replace(/\/+$/, ''));
  if (!manifest) return <NotFoundScreen />;
  return (
    <RequireSession>
      <AnalysisScreen key={manifest.id} manifest={manifest} />
    </RequireSession>
  );
}
