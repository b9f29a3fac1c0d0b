import type { Reviewed } from './apply-changes.ts';
import type { Change } from './change.ts';
import type { MeasuredReport } from './measurements/check-measurement.ts';
import type { ReviewFields, ReviewModule } from './review-module.ts';

/** What a change is checked against. */
export interface ReviewSoFar {
  readonly fields: ReviewFields;
  /** Of the module of an exam. */
  readonly split?: ReviewModule['split'];
  /** Of findings, also in earlier versions: none is given again. */
  readonly usedIds: readonly string[];
  readonly changes: readonly Change[];
  readonly now: Reviewed;
  readonly picture: { readonly width: number; readonly height: number };
  readonly pixelMm?: MeasuredReport['pixelMm'];
}
