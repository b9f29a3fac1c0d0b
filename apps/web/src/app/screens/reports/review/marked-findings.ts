import { moduleOf } from '@second-read/analyses/catalogue';
import type { ReviewReply } from '@second-read/contract/reviews';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { LabelMap } from '@second-read/core/pixels/plane';
import { reviewableReading } from '@second-read/core/review/exam/exam-as-reviewable';
import { classOfType, type DrawnFinding, drawnFindings } from '@second-read/core/review/finding-pixels';
import { effectiveChanges } from '@second-read/core/review/undone';
import { listed } from '../../../../features/review/listed-findings.ts';
import type { MarkedFinding, MarkState } from '../../../../features/viewer/drawing/review-marks.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

const unnamed = '#ffe45c';

/** In the color of the report. */
export function colourOf({ id, findingTypes }: ModuleManifest, type: string): string {
  const { coding } = moduleOf(id);
  const classNumber = classOfType(type, coding);
  const named = classNumber === null ? type : (coding.segments[classNumber]?.finding ?? type);
  return findingTypes.find((each) => each.id === named)?.colour ?? unnamed;
}

/** Every finding that is there, or was until it was rejected. */
export function markedFindings(review: ReviewReply, manifest: ModuleManifest): MarkedFinding[] {
  return listed(review).flatMap(({ finding, label, decision }): MarkedFinding[] => {
    const isRejected = decision?.decision === 'rejected';
    if (finding.state !== 'found' && !isRejected) return [];
    const outline = isRejected ? lastOutline(review, finding.id) : (review.outlines[finding.id] ?? null);
    const state = stateOf(decision?.decision, outline !== null);
    return [{ id: finding.id, label, colour: colourOf(manifest, finding.type), state, outline }];
  });
}

function stateOf(decision: string | undefined, isDrawn: boolean): MarkState {
  if (decision === 'rejected' || decision === 'added') return decision;
  return isDrawn ? 'changed' : 'machine';
}

/** A rejected finding has no outline any more; where it lay is still shown. */
function lastOutline({ changes }: ReviewReply, finding: string) {
  const done = effectiveChanges(changes);
  const drawn = done.findLast((change) => change.kind === 'outline' && change.finding === finding);
  if (drawn?.kind === 'outline') return drawn.to;
  const added = done.find((change) => change.kind === 'add' && change.finding.id === finding);
  return added?.kind === 'add' ? (added.finding.outline ?? null) : null;
}

/** What the machine's label map shows of each finding. */
export function machineMarks(
  review: ReviewReply,
  { manifest, picture, labels }: { manifest: ModuleManifest; picture: Size; labels: LabelMap },
): DrawnFinding[] {
  const { findings } = reviewableReading(review.machine, review.review);
  return drawnFindings(findings, { coding: moduleOf(manifest.id).coding, picture, labels });
}
