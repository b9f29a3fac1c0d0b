import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { WireFields, WireValue } from '@second-read/core/analysis/report-module';
import type { Analysis } from '@second-read/core/reading/analysis';
import type { StudyFacts } from '../../../platform/compute/compute.ts';

/** A report as the version before stored readings kept it. */
export interface OldRow {
  readonly name: string;
  readonly module: AnalysisId;
  readonly wire: WireFields;
  readonly study?: Omit<StudyFacts, 'patientId'>;
}

/** One that the engines of that version made of a gallery picture. */
export interface EngineRow extends OldRow {
  readonly study: Omit<StudyFacts, 'patientId'>;
}

/** What an engine returned of a gallery picture. */
export interface ReadRow extends Pick<Analysis, 'reading' | 'scores'> {
  readonly name: string;
  readonly module: AnalysisId;
}

export type NamedWire = readonly [name: string, wire: WireFields];
/** Undefined: the field is missing. */
export type NamedText = readonly [name: string, reportText: WireValue | undefined];
