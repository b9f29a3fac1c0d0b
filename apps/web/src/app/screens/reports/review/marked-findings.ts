import { moduleOf } from '@second-read/analyses/catalogue';
import type { ReviewReply } from '@second-read/contract/reviews';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { examOfReading, type StoredSlice } from '@second-read/core/exam/stored-exam';
import type { LabelMap } from '@second-read/core/pixels/plane';
import { isMadeOf } from '@second-read/core/reading/finding';
import type { Outline } from '@second-read/core/reading/outline';
import { reviewableReading } from '@second-read/core/review/exam/exam-as-reviewable';
import { reviewedSlice } from '@second-read/core/review/exam/reviewed-slice';
import { classOfType, type DrawnFinding, drawnFindings } from '@second-read/core/review/finding-pixels';
import { effectiveChanges } from '@second-read/core/review/undone';
import { listed } from '../../../../features/review/listed-findings.ts';
import type { MarkedFinding, MarkState } from '../../../../features/viewer/drawing/review-marks.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A slice that was read, with its place from 0 along the stack. */
export type PlacedSlice = Pick<StoredSlice, 'file' | 'width' | 'height'> & { readonly slice: number };

const unnamed = '#ffe45c';

/** In the color of the report. @param on of an exam */
export function colourOf({ id, findingTypes }: ModuleManifest, type: string, on?: PlacedSlice): string {
  const { coding, exam } = moduleOf(id);
  if (on) return exam?.types[type]?.colour ?? unnamed;
  const classNumber = classOfType(type, coding);
  const named = classNumber === null ? type : (coding.segments[classNumber]?.finding ?? type);
  return findingTypes.find((each) => each.id === named)?.colour ?? unnamed;
}

/**
 * Every finding that is there, or was until it was rejected, as its reader left it.
 * @param on the slice of an exam that is shown
 */
export function markedFindings(
  review: ReviewReply,
  manifest: ModuleManifest,
  on?: PlacedSlice,
): MarkedFinding[] {
  return listed(review).flatMap(({ finding, label, decision }): MarkedFinding[] => {
    const isRejected = decision?.decision === 'rejected';
    if (finding.state !== 'found' && !isRejected) return [];
    const outline = isRejected
      ? lastOutline(review, finding.id, on?.slice)
      : outlineOf(review, finding.id, on);
    const state = stateOf(decision?.decision, outline !== null);
    return [{ id: finding.id, label, colour: colourOf(manifest, finding.type, on), state, outline }];
  });
}

function stateOf(decision: string | undefined, isDrawn: boolean): MarkState {
  if (decision === 'rejected' || decision === 'added') return decision;
  return isDrawn ? 'changed' : 'machine';
}

/** What a reader outlined of a finding; null: nothing, or it was rejected. */
export function outlineOf(
  { current, outlines }: ReviewReply,
  finding: string,
  on?: PlacedSlice,
): Outline | null {
  if (!on) return outlines[finding] ?? null;
  const own = examOfReading(current)?.findings.find(({ id }) => id === finding);
  return own?.slices.find((mark) => mark.file === on.file)?.outline ?? null;
}

/** A rejected finding has no outline any more; where it was is still shown. */
function lastOutline({ changes }: ReviewReply, finding: string, slice: number | undefined): Outline | null {
  const done = effectiveChanges(changes);
  const drawn = done.findLast(
    (change) => change.kind === 'outline' && change.finding === finding && change.slice === slice,
  );
  if (drawn?.kind === 'outline') return drawn.to;
  const added = done.find((change) => change.kind === 'add' && change.finding.id === finding);
  return added?.kind === 'add' && added.finding.slice === slice ? (added.finding.outline ?? null) : null;
}

interface Labeled {
  readonly manifest: ModuleManifest;
  readonly size: Size;
  readonly labels: LabelMap;
  readonly on?: PlacedSlice | undefined;
}

/** What the machine's label map shows of each finding. */
export function machineMarks(
  { machine, current, review }: ReviewReply,
  { manifest, size, labels, on }: Labeled,
): DrawnFinding[] {
  const { coding, exam: words } = moduleOf(manifest.id);
  if (!on) {
    const now = reviewableReading(current, review).findings;
    const drawn = drawnFindings(reviewableReading(machine, review).findings, {
      ...{ coding, picture: size, labels },
    });
    return drawn.map((each) => ({ ...each, id: now.find((one) => isMadeOf(one, each.id))?.id ?? each.id }));
  }
  const [before, now] = [examOfReading(machine), examOfReading(current)];
  const version =
    before &&
    now &&
    words &&
    reviewedSlice({ machine: before, current: now }, on, { coding, types: words.types });
  return version ? drawnFindings(version.machine, { coding, picture: version.picture, labels }) : [];
}
