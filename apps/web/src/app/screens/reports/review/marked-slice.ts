import { moduleOf } from '@second-read/analyses/catalogue';
import type { ReviewReply } from '@second-read/contract/reviews';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { examOfReading, type StoredSlice } from '@second-read/core/exam/stored-exam';
import type { LabelMap } from '@second-read/core/pixels/plane';
import type { Outline } from '@second-read/core/review/change';
import { reviewedSlice } from '@second-read/core/review/exam/reviewed-slice';
import { type DrawnFinding, drawnFindings } from '@second-read/core/review/finding-pixels';
import { effectiveChanges } from '@second-read/core/review/undone';
import { listed } from '../../../../features/review/listed-findings.ts';
import type { MarkedFinding, MarkState } from '../../../../features/viewer/drawing/review-marks.ts';

/** A slice that was read, with its place from 0 along the stack. */
export type PlacedSlice = Pick<StoredSlice, 'file' | 'width' | 'height'> & { readonly slice: number };

const unnamed = '#ffe45c';

/** In the color of the exam's report. */
export function examColour({ id }: ModuleManifest, type: string): string {
  return moduleOf(id).exam?.types[type]?.colour ?? unnamed;
}

/** The findings of an exam on one of its slices: a reader's outlines, what the machine may have marked. */
export function markedOnSlice(
  review: ReviewReply,
  manifest: ModuleManifest,
  at: PlacedSlice,
): MarkedFinding[] {
  return listed(review).flatMap(({ finding, label, decision }): MarkedFinding[] => {
    const isRejected = decision?.decision === 'rejected';
    if (finding.state !== 'found' && !isRejected) return [];
    const outline = isRejected ? lastOutline(review, finding.id, at) : outlineOn(review, finding.id, at);
    const state = stateOf(decision?.decision, outline !== null);
    return [{ id: finding.id, label, colour: examColour(manifest, finding.type), state, outline }];
  });
}

function stateOf(decision: string | undefined, isDrawn: boolean): MarkState {
  if (decision === 'rejected' || decision === 'added') return decision;
  return isDrawn ? 'changed' : 'machine';
}

/** What a reader outlined of a finding on a slice; null: nothing, or it was rejected. */
export function outlineOn({ current }: ReviewReply, finding: string, { file }: PlacedSlice): Outline | null {
  const own = examOfReading(current)?.findings.find(({ id }) => id === finding);
  return own?.slices.find((mark) => mark.file === file)?.outline ?? null;
}

/** A rejected finding has no outline any more; where it lay is still shown. */
function lastOutline({ changes }: ReviewReply, finding: string, { slice }: PlacedSlice): Outline | null {
  const done = effectiveChanges(changes);
  const drawn = done.findLast(
    (change) => change.kind === 'outline' && change.finding === finding && change.slice === slice,
  );
  if (drawn?.kind === 'outline') return drawn.to;
  const added = done.find((change) => change.kind === 'add' && change.finding.id === finding);
  return added?.kind === 'add' && added.finding.slice === slice ? (added.finding.outline ?? null) : null;
}

/** What the machine's label map of the slice shows of each finding. */
export function machineMarksOn(
  { machine }: ReviewReply,
  { id }: ModuleManifest,
  { at, labels }: { readonly at: PlacedSlice; readonly labels: LabelMap },
): DrawnFinding[] {
  const { coding, exam: words } = moduleOf(id);
  const exam = examOfReading(machine);
  if (!exam || !words) return [];
  const version = reviewedSlice({ machine: exam, current: exam }, at, { coding, types: words.types });
  return version ? drawnFindings(version.machine, { coding, picture: version.picture, labels }) : [];
}
