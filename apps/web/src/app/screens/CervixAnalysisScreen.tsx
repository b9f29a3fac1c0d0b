import { manifest } from '@second-read/analyses/cervix/manifest';
import { AnalysisScreen } from './AnalysisScreen.tsx';

export function CervixAnalysisScreen() {
  return <AnalysisScreen manifest={manifest} />;
}
