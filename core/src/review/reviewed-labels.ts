import type { LabelMap } from '../pixels/plane.ts';
import { fillPolygon } from '../pixels/regions/fill-polygon.ts';
import type { ModuleCoding } from '../reading/code.ts';
import { isMadeOf } from '../reading/finding.ts';
import type { Outline } from '../reading/outline.ts';
import type { AnyFinding } from '../reading/reading.ts';
import { classOfType, type DrawnFinding, drawnFindings, ownerOf } from './finding-pixels.ts';

/** A version of a report, as far as it changes what is marked in the picture. */
export interface MarkedVersion {
  readonly machine: readonly AnyFinding[];
  /** Of the version; a finding of the machine that is missing here, or not found, is no longer marked. */
  readonly current: readonly AnyFinding[];
  /** By finding id, in pixels of the picture. */
  readonly outlines: Readonly<Record<string, Outline>>;
  /**
   * By finding id, classes that stay the machine's within the finding's outline: a reader outlines an opacity
   * without saying of which kind it is.
   */
  readonly kept?: Readonly<Record<string, readonly number[]>>;
  readonly picture: { readonly width: number; readonly height: number };
  readonly coding: Pick<ModuleCoding, 'segments' | 'findings'>;
}

/**
 * The label map of a version: without the findings that a reader rejected, and with the outlines that a
 * reader drew in place of the machine's. Where a finding goes the class that surrounds it takes its place.
 */
export function reviewedLabels(labels: LabelMap, version: MarkedVersion): LabelMap {
  const drawn = drawnFindings(version.machine, { ...version, labels });
  const gone = drawn.filter(({ id }) => !isLeft(id, version));
  const painted = outlinesOf(version);
  if (gone.length === 0 && painted.length === 0) return labels;
  const data = labels.data.slice();
  if (gone.length > 0) erase({ ...labels, data }, drawn, new Set(gone));
  const [x, y] = [labels.width / version.picture.width, labels.height / version.picture.height];
  for (const { id, outline, classNumber } of painted) {
    const own = outline.map((point) => ({ x: point.x * x, y: point.y * y }));
    const kept = new Set(version.kept?.[id]);
    paint({ ...labels, data }, own, (at) => {
      const before = labels.data[at] ?? 0;
      return kept.has(before) ? before : classNumber;
    });
  }
  return { ...labels, data };
}

/** Whether a reader rejected what the machine marked, or drew: else the machine's pictures are right. */
export function changesMarks({ machine, current, outlines }: MarkedVersion): boolean {
  const isGone = machine.some(({ id, state }) => state === 'found' && !ownerIn(current, id));
  return isGone || Object.keys(outlines).some((id) => ownerIn(current, id));
}

/** Classes that hold an outline of a reader's: `reader` where all of the class is, else `both`. */
export function outlinedClasses(version: MarkedVersion): Readonly<Record<number, 'reader' | 'both'>> {
  const own = new Set(
    outlinesOf(version).flatMap(({ id, classNumber }) => version.kept?.[id] ?? [classNumber]),
  );
  const drawn = drawnFindings(version.machine, { ...version, labels: version.picture });
  const left = drawn.filter(({ id }) => isLeft(id, version));
  return Object.fromEntries(
    [...own].map((each) => [each, left.some(({ classNumber }) => classNumber === each) ? 'both' : 'reader']),
  );
}

/** The finding that is there and has the machine's marks of that id: itself, or what it was merged into. */
function ownerIn(findings: readonly AnyFinding[], id: string): AnyFinding | undefined {
  return findings.find((each) => isMadeOf(each, id) && each.state === 'found');
}

/** Whether the machine's marks of that finding stay: it is there, and no reader outlined it. */
function isLeft(id: string, { current, outlines }: MarkedVersion): boolean {
  const owner = ownerIn(current, id);
  return owner !== undefined && !(owner.id in outlines);
}

/** The outlines that are drawn, each with its class. */
function outlinesOf({ current, outlines, coding }: MarkedVersion) {
  return Object.entries(outlines).flatMap(([id, outline]) => {
    const finding = current.find((each) => each.id === id && each.state === 'found');
    const classNumber = finding === undefined ? null : classOfType(finding.type, coding);
    return classNumber === null ? [] : [{ id, outline, classNumber }];
  });
}

/** Changes `labels`. */
function erase(labels: LabelMap, drawn: readonly DrawnFinding[], gone: ReadonlySet<DrawnFinding>): void {
  const { width, data } = labels;
  const byClass = new Map<number, DrawnFinding[]>();
  for (const { classNumber } of gone)
    byClass.set(
      classNumber,
      drawn.filter((each) => each.classNumber === classNumber),
    );
  const pixels = new Map<DrawnFinding, number[]>();
  for (let at = 0; at < data.length; at++) {
    const sameClass = byClass.get(data[at] ?? 0);
    if (sameClass === undefined) continue;
    const owner = ownerOf({ x: at % width, y: Math.floor(at / width) }, sameClass);
    if (owner === undefined || !gone.has(owner)) continue;
    const own = pixels.get(owner);
    if (own === undefined) pixels.set(owner, [at]);
    else own.push(at);
  }
  fillFromOutside(labels, [...pixels.values()]);
}

/** Each patch gets the class around it: one that lies within others once these have theirs. */
function fillFromOutside(labels: LabelMap, patches: readonly (readonly number[])[]): void {
  let waiting = patches;
  while (waiting.length > 0) {
    const taken = new Set(waiting.flat());
    const found = waiting.map((own) => ({ own, around: classAround(labels, own, taken) }));
    const known = found.filter(({ around }) => around !== null);
    for (const { own, around } of known.length > 0 ? known : found)
      for (const at of own) labels.data[at] = around ?? 0;
    waiting = known.length > 0 ? found.filter(({ around }) => around === null).map(({ own }) => own) : [];
  }
}

/** The class that most of the neighbors have which are not erased themselves; null where all of them are. */
function classAround(
  { width, data }: LabelMap,
  own: readonly number[],
  taken: ReadonlySet<number>,
): number | null {
  const counts = new Uint32Array(256);
  for (const at of own) {
    const column = at % width;
    const beside = [column > 0 ? at - 1 : -1, column < width - 1 ? at + 1 : -1, at - width, at + width];
    for (const next of beside)
      if (next >= 0 && next < data.length && !taken.has(next)) {
        const label = data[next] ?? 0;
        counts[label] = (counts[label] ?? 0) + 1;
      }
  }
  const most = Math.max(...counts);
  return most === 0 ? null : counts.indexOf(most);
}

/** Changes `labels`. */
function paint(labels: LabelMap, outline: Outline, classAt: (at: number) => number): void {
  const filled = fillPolygon(outline, labels);
  if (filled === undefined) return;
  const { box, mask } = filled;
  for (let y = 0; y < box.height; y++)
    for (let x = 0; x < box.width; x++) {
      if (mask.data[y * box.width + x] !== 1) continue;
      const at = (box.y + y) * labels.width + box.x + x;
      labels.data[at] = classAt(at);
    }
}
