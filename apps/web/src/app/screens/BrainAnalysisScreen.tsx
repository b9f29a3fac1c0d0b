import { manifest } from '@second-read/analyses/brain-ct/manifest';
import { AnalysisScreen } from './AnalysisScreen.tsx';

export function BrainAnalysisScreen() {
  return <AnalysisScreen manifest={manifest} />;
}
