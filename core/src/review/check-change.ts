import { crossesItself } from '../pixels/regions/self-crossing.ts';
import { sides } from '../reading/finding.ts';
import type { Outline } from '../reading/outline.ts';
import type { AnyFinding } from '../reading/reading.ts';
import { type AddedFinding, type Change, type ChangeOf, maxKeptVertices, sideDescriptor } from './change.ts';
import { mergeRefusal, splitRefusal } from './check-merge.ts';
import { idPrefix } from './finding-ids.ts';
import { keyImageRefusal, returnRefusal } from './key-images/check-key-image.ts';
import { measurementRefusal } from './measurements/check-measurement.ts';
import { doubleArea, isWithin } from './outline-region.ts';
import type { ReviewFields } from './review-module.ts';
import type { ReviewSoFar } from './review-so-far.ts';
import { effectiveChanges, isUndoable } from './undone.ts';

/** Why a change cannot be made, in a sentence for the reader; null where it can. */
export function refusalOf(change: Change, so: ReviewSoFar): string | null {
  switch (change.kind) {
    case 'write':
      return null;
    case 'undo':
    case 'redo':
      return undoRefusal(change, so.changes);
    case 'keep_measurement':
      return measurementRefusal(change.measurement, so);
    case 'remove_measurement':
      return so.now.measurements.some(({ id }) => id === change.measurement)
        ? null
        : 'This measurement was removed already.';
    case 'keep_key_image':
      return keyImageRefusal(change.keyImage, so);
    case 'remove_key_image':
      return so.now.keyImages.some(({ id }) => id === change.keyImage)
        ? null
        : 'This key image was removed already.';
    case 'return_key_image':
      return returnRefusal(change.keyImage, so);
    case 'categorize':
      return categoryRefusal(change, so);
    case 'add':
      return addRefusal(change.finding, so);
    case 'merge':
      return mergeRefusal(change, so);
    case 'split':
      return splitRefusal(change, so);
    default:
      return findingRefusal(change, so);
  }
}

function undoRefusal({ kind, change }: ChangeOf<'undo' | 'redo'>, changes: readonly Change[]): string | null {
  const target = changes.find(({ id }) => id === change);
  if (target === undefined || !isUndoable(target)) return `There is no change ${change} to ${kind}.`;
  const counts = effectiveChanges(changes).some(({ id }) => id === change);
  if (kind === 'undo') return counts ? null : 'This change was undone already.';
  return counts ? 'This change was not undone.' : null;
}

function categoryRefusal({ from, to }: ChangeOf<'categorize'>, { fields, now }: ReviewSoFar): string | null {
  if (fields.categories.length === 0) return 'This module gives no category.';
  if (to !== null && !fields.categories.some(({ value }) => value === to))
    return `There is no category ${to}.`;
  return from !== undefined && from !== now.category.given
    ? `The category is ${now.category.given ?? 'not given'} by now.`
    : null;
}

function addRefusal(finding: AddedFinding, { fields, usedIds, picture }: ReviewSoFar): string | null {
  const { id, type, descriptors = {}, measurements = [], outline, side, slice } = finding;
  const known = fields.types.find((each) => each.type === type);
  if (known === undefined || !known.canAdd) return `A finding of the type "${type}" cannot be added.`;
  if (!id.startsWith(`${idPrefix(type)}-`))
    return `An id of the type ${type} is "${idPrefix(type)}-<number>".`;
  if (usedIds.includes(id)) return `The finding ${id} exists already.`;
  if (side != null && !known.hasSide) return `The type ${type} has no side.`;
  const wrong = Object.entries(descriptors).find(([name, value]) => !isCoded(known, name, value));
  if (wrong) return `"${wrong[1]}" is no value of ${wrong[0]}.`;
  const badMeasure = measurements.map((each) => measureRefusal(known, each)).find((each) => each !== null);
  if (slice !== undefined && slice >= (fields.slices ?? 0)) return noSlice(slice);
  return badMeasure ?? (outline === undefined ? null : drawnRefusal([outline, slice], { fields, picture }));
}

const noSlice = (slice: number) => `There is no image ${slice + 1} to mark.`;

/** Of an exam an outline lies on a slice that was read, within its picture. */
function drawnRefusal(
  [outline, slice]: readonly [Outline, number | undefined],
  { fields: { slices, slicePictures = [] }, picture }: Pick<ReviewSoFar, 'fields' | 'picture'>,
): string | null {
  if (slice === undefined)
    return slices === undefined ? outlineRefusal(outline, picture) : 'Say which image the outline lies on.';
  if (slice >= (slices ?? 0)) return noSlice(slice);
  const own = slicePictures[slice];
  return own ? outlineRefusal(outline, own) : `Image ${slice + 1} was not read: nothing is outlined there.`;
}

type OfFinding = ChangeOf<'accept' | 'reject' | 'describe' | 'measure' | 'outline'>;

function findingRefusal(change: OfFinding, so: ReviewSoFar): string | null {
  const finding = so.now.findings.find(({ id }) => id === change.finding);
  if (finding === undefined) return `There is no finding ${change.finding}.`;
  const decision = so.now.decisions[finding.id]?.decision;
  const known = so.fields.types.find(({ type }) => type === finding.type);
  if (change.kind === 'accept') return null;
  if (change.kind === 'reject') {
    if (known === undefined) return `Findings of the type "${finding.type}" cannot be changed.`;
    if (known.isAlwaysThere) return `${known.label} is always there: it is described, not rejected.`;
    return finding.state === 'found' || decision === 'rejected'
      ? null
      : `The finding ${finding.id} was not found: there is nothing to reject.`;
  }
  if (decision === 'rejected') return `The finding ${finding.id} was rejected; accept it first.`;
  if (known === undefined) return `Findings of the type "${finding.type}" cannot be changed.`;
  const says = change.kind === 'describe' && change.descriptor === known.statedBy;
  if (finding.state !== 'found' && !says) return `The finding ${finding.id} was not found: add one instead.`;
  if (change.kind === 'outline') return drawnRefusal([change.to, change.slice], so);
  if (change.kind === 'describe') return describeRefusal(change, finding, known);
  const { name: quantity, to: value, unit, ends, slice } = change;
  if (slice !== undefined && slice >= (so.fields.slices ?? 0)) return noSlice(slice);
  const picture = (slice !== undefined && so.fields.slicePictures?.[slice]) || so.picture;
  if (ends && !isWithin(ends, picture)) return 'The ends of the measurement lie outside of the picture.';
  const now = finding.measurements.find((each) => each.quantity === quantity)?.value ?? null;
  if (change.from !== undefined && change.from !== now)
    return `${quantity} is ${now ?? 'not measured'} by now.`;
  return measureRefusal(known, { quantity, value, unit });
}

type KnownType = ReviewFields['types'][number];

function describeRefusal(
  { descriptor, from, to }: ChangeOf<'describe'>,
  finding: AnyFinding,
  known: KnownType,
): string | null {
  if (!isCoded(known, descriptor, to)) return `"${to}" is no value of ${descriptor}.`;
  const now = (descriptor === sideDescriptor ? finding.side : finding.descriptors?.[descriptor]) ?? null;
  return from !== undefined && from !== now ? `${descriptor} is ${String(now ?? 'not given')} by now.` : null;
}

function isCoded({ descriptors, hasSide }: KnownType, name: string, value: unknown): boolean {
  if (name === sideDescriptor) return hasSide && (value === null || sides.some((side) => side === value));
  return descriptors.some((each) => each.name === name && each.values.some((one) => one.value === value));
}

function measureRefusal(
  { measurements }: KnownType,
  { quantity, value, unit }: { quantity: string; value: number; unit: string },
): string | null {
  const ofQuantity = measurements.filter((each) => each.quantity === quantity);
  if (ofQuantity.length === 0) return `"${quantity}" is not measured of this finding.`;
  const known = ofQuantity.find(({ units }) => units.some((each) => each === unit));
  if (known === undefined) return `${ofQuantity[0]?.label} is not given in ${unit}.`;
  return value > known.most ? `${known.label} is at most ${known.most} ${unit}.` : null;
}

function outlineRefusal(outline: Outline, picture: ReviewSoFar['picture']): string | null {
  if (outline.length > maxKeptVertices) return tooManyVertices(outline.length);
  if (!isWithin(outline, picture)) return 'The outline lies outside of the picture.';
  if (doubleArea(outline) < 2) return 'The outline encloses nothing.';
  return crossesItself(outline) ? 'The outline crosses itself.' : null;
}

export function tooManyVertices(count: number): string {
  return `The outline has ${count} vertices; at most ${maxKeptVertices} are kept. Simplify it.`;
}
