import type { Outline } from '../reading/outline.ts';
import type { AnyFinding, AnyReading } from '../reading/reading.ts';
import type { RejectReason, Section } from './change.ts';
import type { KeyImage } from './key-images/key-image.ts';
import type { ReaderMeasurement } from './measurements/reader-measurement.ts';

/** What a reader decided about a finding. */
export interface Decision {
  readonly decision: 'accepted' | 'rejected' | 'changed' | 'added';
  /** Of a rejected one. */
  readonly reason?: RejectReason;
  readonly text?: string;
  /** Of one that a reader merged: the findings that it was, itself first. */
  readonly parts?: readonly string[];
}

/** A report while changes are laid over it one by one. */
export interface Draft {
  /** Also those that were taken up by another. */
  readonly findings: readonly AnyFinding[];
  readonly isTouched: boolean;
  readonly written: Readonly<Partial<Record<Section, string>>>;
  readonly outlines: Readonly<Record<string, Outline>>;
  readonly measurements: readonly ReaderMeasurement[];
  /** Also those that were removed, whose ids `removed` has. */
  readonly keyImages: readonly KeyImage[];
  readonly removed: ReadonlySet<string>;
  readonly decisions: Readonly<Record<string, Decision>>;
  /** Rejected findings as they were before: accepting one brings it back. */
  readonly before: Readonly<Record<string, AnyFinding>>;
  /** By the id of a merged finding: what it was merged of, itself first. */
  readonly merged: Readonly<Record<string, readonly MergedPart[]>>;
}

/** A finding as it was when it was merged. */
export interface MergedPart {
  readonly finding: AnyFinding;
  readonly decision: Decision | undefined;
  /** Where it was merged itself. */
  readonly parts: readonly MergedPart[] | undefined;
}

export function draftOf({ findings }: AnyReading): Draft {
  const nothing = { written: {}, outlines: {}, decisions: {}, before: {}, merged: {} };
  const chosen = { measurements: [], keyImages: [], removed: new Set<string>() };
  return { findings, isTouched: false, ...nothing, ...chosen };
}

/** Without those that are part of another. */
export function presentFindings({ findings, merged }: Draft): readonly AnyFinding[] {
  const taken = new Set(Object.values(merged).flatMap(takenUp));
  return taken.size === 0 ? findings : findings.filter(({ id }) => !taken.has(id));
}

function takenUp(parts: readonly MergedPart[]): string[] {
  return parts.flatMap(({ finding, parts: own }, at) => [
    ...(at === 0 ? [] : [finding.id]),
    ...(own ? takenUp(own) : []),
  ]);
}

/** What a decision about a merged finding says of its parts. */
export function partsOf({ merged }: Draft, id: string): Pick<Decision, 'parts'> {
  const parts = merged[id]?.map(({ finding }) => finding.id);
  return parts === undefined ? {} : { parts };
}
