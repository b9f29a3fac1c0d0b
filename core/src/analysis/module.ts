import type { AlarmModule } from '../alarm/alarm-module.ts';
import type { ExamWords } from '../exam/report/exam-words.ts';
import type { ModuleCoding } from '../reading/code.ts';
import type { AnyReading } from '../reading/reading.ts';
import type { ExamReviewModule } from '../review/exam/exam-review-module.ts';
import type { ReviewModule } from '../review/review-module.ts';
import type { CameraModule } from './camera-module.ts';
import type { ModuleManifest } from './manifest.ts';
import type { ReadingModule } from './reading-module.ts';
import type { ReportModule, WireFields } from './report-module.ts';

/**
 * One clinical module without its engine: all that browser and server need of it. `analyses/<id>/module.ts`
 * exports it.
 */
export interface AnalysisModule {
  readonly manifest: ModuleManifest;
  /** How its results are worded. */
  readonly report: ReportModule;
  /** What is stored of a picture, by the module's own schema. */
  readonly reading: ReadingModule<AnyReading>;
  /** What a clinician may change in its reports; without it they are signed as they are. */
  readonly review?: ReviewModule;
  /** What its findings and classes are called in published coding schemes. */
  readonly coding: ModuleCoding;
  /** Replies shown as "Demo data" at `/analysis/demo-<prefix>-<n>`, at least one. */
  readonly demoReplies: readonly WireFields[];
  /** How its alarms are tuned; absent where no curve was measured: then every urgent result alarms. */
  readonly alarm?: AlarmModule;
  /** Sentences: why no curve was measured, for who would set a budget. */
  readonly noAlarmCurve?: string;
  /**
   * How pictures are judged while they are taken, fetched when a camera opens; goes with `manifest.camera`.
   */
  readonly loadCamera?: () => Promise<CameraModule>;
  /** How its exams are worded (decision 027); absent where it reads single pictures alone. */
  readonly exam?: ExamWords;
  /** What a clinician may change in reports of its exams; without it they are signed as they are. */
  readonly examReview?: ExamReviewModule;
}
