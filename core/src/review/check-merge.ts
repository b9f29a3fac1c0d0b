import type { AnyFinding } from '../reading/reading.ts';
import { type ChangeOf, sideDescriptor } from './change.ts';
import { sliceOutlinesOf } from './exam/slice-outlines.ts';
import { mergedSide } from './merged-finding.ts';
import type { ReviewedType } from './review-module.ts';
import type { ReviewSoFar } from './review-so-far.ts';

/** Why findings cannot be one lesion, in a sentence for the reader; null where they can. */
export function mergeRefusal({ finding, others }: ChangeOf<'merge'>, so: ReviewSoFar): string | null {
  const ids = [finding, ...others];
  if (new Set(ids).size < ids.length) return 'A finding is merged with another one.';
  const missing = ids.map((id) => thereRefusal(id, so)).find((each) => each !== null);
  if (missing !== undefined) return missing;
  const parts = ids.flatMap((id) => so.now.findings.find((each) => each.id === id) ?? []);
  const types = parts.flatMap(({ type }) => so.fields.types.find((each) => each.type === type) ?? []);
  const [known] = types;
  const labels = [...new Set(types.map(({ label }) => label))];
  if (known?.lesion === undefined || types.some(({ lesion }) => lesion !== known.lesion))
    return `${labels.join(' and ')} cannot be one lesion.`;
  const drawn = parts.find((part) => part.id in so.now.outlines || sliceOutlinesOf(part).length > 0);
  if (drawn) return `${drawn.id} was outlined by hand: merge it before it is outlined.`;
  return sidesRefusal(parts, known);
}

/** Left and right are one only where the type goes across; a side that is wrong is changed first. */
function sidesRefusal(parts: readonly AnyFinding[], { isAcross }: ReviewedType): string | null {
  if (isAcross || mergedSide(parts) !== 'both' || parts.every(({ side }) => side === 'both')) return null;
  const said = parts.map(({ id, side }) => `${id} ${side ?? 'on no stated side'}`).join(', ');
  return `They are on different sides (${said}): correct the ${sideDescriptor} first if they are one lesion.`;
}

/** Why a lesion cannot be split so, in a sentence for the reader; null where it can. */
export function splitRefusal({ finding: id, parts }: ChangeOf<'split'>, so: ReviewSoFar): string | null {
  const missing = thereRefusal(id, so);
  if (missing !== null) return missing;
  const isMerged = so.now.decisions[id]?.parts !== undefined;
  if (parts === undefined) return isMerged ? null : `${id} was not merged: say which marks go apart.`;
  if (isMerged) return `${id} was merged: it is split into what it was merged of.`;
  const finding = so.now.findings.find((each) => each.id === id);
  const ids = parts.map((part) => part.id);
  const start = id.replace(/\d+$/, '');
  const bad = ids.find((each) => each.replace(/\d+$/, '') !== start);
  if (bad !== undefined) return `An id of a part of ${id} is "${start}<number>".`;
  const known = ids.find((each, at) => so.usedIds.includes(each) || ids.indexOf(each) !== at);
  if (known !== undefined) return `The finding ${known} exists already.`;
  const apart = finding && so.split?.(finding, parts);
  if (apart === undefined) return 'Only a lesion that an exam linked is split by its marks.';
  return typeof apart === 'string' ? apart : null;
}

function thereRefusal(id: string, { now, fields }: ReviewSoFar): string | null {
  const finding = now.findings.find((each) => each.id === id);
  if (finding === undefined) return `There is no finding ${id}.`;
  if (now.decisions[id]?.decision === 'rejected') return `The finding ${id} was rejected; accept it first.`;
  if (finding.state !== 'found') return `The finding ${id} was not found.`;
  const isKnown = fields.types.some(({ type }) => type === finding.type);
  return isKnown ? null : `Findings of the type "${finding.type}" cannot be changed.`;
}
