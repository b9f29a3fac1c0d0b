import type { AnalysisModule } from '@second-read/core/analysis/module';
import { alarm } from './alarm.ts';
import { coding } from './coding.ts';
import { demoReplies } from './demo-replies.ts';
import { examReview } from './exam-review.ts';
import { examWords } from './exam-words.ts';
import { manifest } from './manifest.ts';
import { reading } from './reading.ts';
import { report } from './report.ts';
import { review } from './review.ts';

export const lung: AnalysisModule = {
  alarm,
  manifest,
  report,
  reading,
  review,
  coding,
  demoReplies,
  exam: examWords,
  examReview,
};
