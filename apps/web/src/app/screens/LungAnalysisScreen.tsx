import { manifest } from '@second-read/analyses/lung/manifest';
import { AnalysisScreen } from './AnalysisScreen.tsx';

export function LungAnalysisScreen() {
  return <AnalysisScreen manifest={manifest} />;
}
