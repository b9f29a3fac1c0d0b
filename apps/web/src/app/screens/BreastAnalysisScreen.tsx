import { manifest } from '@second-read/analyses/breast/manifest';
import { AnalysisScreen } from './AnalysisScreen.tsx';

export function BreastAnalysisScreen() {
  return <AnalysisScreen manifest={manifest} />;
}
