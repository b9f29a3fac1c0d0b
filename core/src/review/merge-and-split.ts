import type { AnyFinding } from '../reading/reading.ts';
import type { ChangeOf } from './change.ts';
import type { Setting } from './changed-finding.ts';
import { mergedFinding, widest } from './merged-finding.ts';
import { type Decision, type Draft, type MergedPart, partsOf, presentFindings } from './review-draft.ts';
import type { ReviewModule } from './review-module.ts';

/** One finding in place of several; as it was where one of them is not there. */
export function merged(
  draft: Draft,
  { finding: id, others }: ChangeOf<'merge'>,
  { module, picture }: Setting,
): Draft {
  const present = presentFindings(draft);
  const parts = [id, ...others].flatMap((each) => present.find((finding) => finding.id === each) ?? []);
  const [first] = parts;
  if (first === undefined || parts.length <= others.length) return draft;
  if (parts.some(({ state }) => state !== 'found')) return draft;
  const whole =
    module.merged?.(parts) ?? mergedFinding(parts, module.lead?.(parts) ?? widest(parts) ?? first, picture);
  const kept = parts.map(
    (finding): MergedPart => ({
      ...{ finding, decision: draft.decisions[finding.id], parts: draft.merged[finding.id] },
    }),
  );
  const mergedOnes = { ...without(draft.merged, others), [id]: kept };
  const next = { ...draft, merged: mergedOnes };
  const decision: Decision = { ...partsOf(next, id), decision: 'changed' };
  return {
    ...next,
    isTouched: true,
    findings: draft.findings.map((each) => (each.id === id ? whole : each)),
    decisions: { ...without(draft.decisions, others), [id]: decision },
  };
}

/** What a reader merged back as it was; else what an exam linked, by its marks. */
export function split(draft: Draft, { finding: id, parts }: ChangeOf<'split'>, module: ReviewModule): Draft {
  const whole = presentFindings(draft).find((finding) => finding.id === id);
  if (whole === undefined || whole.state !== 'found') return draft;
  if (parts === undefined) return restored(draft, id);
  const apart = id in draft.merged ? undefined : module.split?.(whole, parts);
  if (apart === undefined || typeof apart === 'string') return draft;
  const decisions = Object.fromEntries(
    apart.map((each): [string, Decision] => [each.id, { decision: 'changed' }]),
  );
  return {
    ...draft,
    isTouched: true,
    findings: draft.findings.flatMap((each) => (each.id === id ? apart : [each])),
    decisions: { ...draft.decisions, ...decisions },
  };
}

function restored(draft: Draft, id: string): Draft {
  const parts = draft.merged[id];
  if (parts === undefined) return draft;
  const byId = new Map(parts.map((part) => [part.finding.id, part]));
  const decisions = parts.flatMap(({ finding, decision }) => (decision ? [[finding.id, decision]] : []));
  const merged = parts.flatMap((part) => (part.parts ? [[part.finding.id, part.parts]] : []));
  return {
    ...draft,
    findings: draft.findings.map((each): AnyFinding => byId.get(each.id)?.finding ?? each),
    // It went around the whole.
    outlines: without(draft.outlines, [id]),
    decisions: { ...without(draft.decisions, [id]), ...Object.fromEntries(decisions) },
    merged: { ...without(draft.merged, [id]), ...Object.fromEntries(merged) },
  };
}

function without<T>(record: Readonly<Record<string, T>>, ids: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([id]) => !ids.includes(id)));
}
