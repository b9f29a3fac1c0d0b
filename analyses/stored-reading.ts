import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { WireFields } from '@second-read/core/analysis/report-module';
import type { ReadingBase } from '@second-read/core/reading/reading';
import type { Urgency } from '@second-read/core/report/urgency';
import { moduleOf } from './catalogue.ts';

/** A report as far as its content goes; `reading` as it was stored, null in older ones. */
export interface StoredContent {
  readonly module: AnalysisId;
  readonly wire: WireFields;
  readonly reading?: unknown;
}

/** The stored reading; where there is none, or one of another version, what the reply tells. */
export function readingOf({ module, wire, reading: stored }: StoredContent): ReadingBase {
  const { reading } = moduleOf(module);
  const parsed = reading.schema.safeParse(stored);
  return parsed.success ? parsed.data : reading.readingFromWire(wire);
}

/** Orders reports of one module. By the reading alone: words have no part in it. */
export function urgencyOfReport(content: StoredContent): Urgency {
  return moduleOf(content.module).reading.urgencyOf(readingOf(content));
}
