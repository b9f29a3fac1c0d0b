import type { AnalysisModule } from '@second-read/core/analysis/module';
import { coding } from './coding.ts';
import { demoReplies } from './demo-replies.ts';
import { manifest } from './manifest.ts';
import { reading } from './reading.ts';
import { report } from './report.ts';
import { review } from './review.ts';

const loadCamera = async () => (await import('./capture/camera.ts')).camera;

export const cervix: AnalysisModule = {
  manifest,
  report,
  reading,
  review,
  coding,
  demoReplies,
  noAlarmCurve:
    'Nine photographs without a lesion that its network never saw are at hand: too few to measure a rate of false alarms.',
  loadCamera,
};
