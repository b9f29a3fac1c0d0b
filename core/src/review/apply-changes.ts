import type { Outline } from '../reading/outline.ts';
import { type AnyFinding, type AnyReading, anyReading, type ReadingBase } from '../reading/reading.ts';
import type { CategoryValue, Change, ChangeOf, Section } from './change.ts';
import {
  described,
  measuredBy,
  modified,
  outlined,
  type Picture,
  type Setting,
  without,
} from './changed-finding.ts';
import type { KeyImage } from './key-images/key-image.ts';
import type { ReaderMeasurement } from './measurements/reader-measurement.ts';
import { merged, split } from './merge-and-split.ts';
import { type Decision, type Draft, draftOf, partsOf, presentFindings } from './review-draft.ts';
import type { ReviewModule } from './review-module.ts';
import { effectiveChanges, isDone } from './undone.ts';

/** A machine's reading with a reader's changes laid over it. */
export interface Reviewed {
  /** As it stands now, by the schema of its module. */
  readonly reading: AnyReading;
  /** False while nothing that is measured was changed: the machine's own words then stand. */
  readonly isChanged: boolean;
  readonly written: Readonly<Partial<Record<Section, string>>>;
  /**
   * Every finding, also those that the reading leaves out: rejected or not found beside another of their
   * type.
   */
  readonly findings: readonly AnyFinding[];
  /** By finding id, in pixels of the picture. */
  readonly outlines: Readonly<Record<string, Outline>>;
  /** The reader's own, in the order they were first kept. */
  readonly measurements: readonly ReaderMeasurement[];
  /** That the reader chose, in the order they were kept, without their pictures. */
  readonly keyImages: readonly KeyImage[];
  /** Those that may come back. */
  readonly removedKeyImages: readonly KeyImage[];
  /** By finding id; none: not decided yet. */
  readonly decisions: Readonly<Record<string, Decision>>;
  /** `proposed` follows from the findings; `given` is it, or what a reader gave instead, with the reason. */
  readonly category: {
    readonly proposed: CategoryValue | null;
    readonly given: CategoryValue | null;
    readonly reason: string | null;
  };
}

/**
 * The current state of a report: a projection, the machine's reading stays as it is. Total: a change that no
 * longer has its finding, because an earlier one was undone, does nothing.
 */
export function applyChanges(
  module: ReviewModule,
  machine: ReadingBase,
  changes: readonly Change[],
  picture: Picture,
): Reviewed {
  return foldChanges(module, machine, changes, picture).reviewed;
}

/** A report with changes laid over it, to which further ones are added one by one. */
export interface Folded {
  readonly reviewed: Reviewed;
  /** With one more: not folded anew, but where something is undone or redone. */
  readonly and: (change: Change) => Folded;
}

/** As `applyChanges`. */
export function foldChanges(
  module: ReviewModule,
  machine: ReadingBase,
  changes: readonly Change[],
  picture: Picture,
): Folded {
  const base = anyReading.parse(machine);
  const setting = { module, picture, machine: base };
  const from = (all: readonly Change[]): Folded => {
    const effective = effectiveChanges(all);
    const draft = effective.reduce((so, change) => applied(so, change, setting), draftOf(base));
    return folded(
      all,
      draft,
      effective.findLast((change) => change.kind === 'categorize'),
    );
  };
  const folded = (
    all: readonly Change[],
    draft: Draft,
    overruled: ChangeOf<'categorize'> | undefined,
  ): Folded => ({
    reviewed: concluded(base, draft, overruled, module),
    and: (change) => {
      const next = [...all, change];
      if (!isDone(change)) return from(next);
      return folded(next, applied(draft, change, setting), change.kind === 'categorize' ? change : overruled);
    },
  });
  return from(changes);
}

function concluded(
  base: AnyReading,
  draft: Draft,
  overruled: ChangeOf<'categorize'> | undefined,
  module: ReviewModule,
): Reviewed {
  const made = draft.isTouched
    ? module.concluded({ ...base, reviewed: true, findings: inOrder(presentFindings(draft)) })
    : base;
  const proposed = module.categoryOf(made);
  const given = overruled?.to ?? null;
  const reason = overruled?.reason ?? '';
  return {
    reading: given === null ? made : module.withCategory(made, given, reason),
    isChanged: draft.isTouched || given !== null,
    written: draft.written,
    findings: presentFindings(draft),
    outlines: draft.outlines,
    measurements: draft.measurements,
    keyImages: draft.keyImages.filter(({ id }) => !draft.removed.has(id)),
    removedKeyImages: draft.keyImages.filter(({ id }) => draft.removed.has(id)),
    decisions: draft.decisions,
    category: { proposed, given: given ?? proposed, reason: given === null ? null : reason },
  };
}

function applied(draft: Draft, change: Change, setting: Setting): Draft {
  switch (change.kind) {
    case 'write':
      return { ...draft, written: rewritten(draft.written, change) };
    case 'add':
      return added(draft, change, setting);
    case 'merge':
      return merged(draft, change, setting);
    case 'split':
      return split(draft, change, setting.module);
    case 'keep_measurement':
      return { ...draft, measurements: withKept(draft.measurements, change.measurement) };
    case 'remove_measurement':
      return { ...draft, measurements: draft.measurements.filter(({ id }) => id !== change.measurement) };
    case 'keep_key_image':
      return { ...draft, keyImages: [...draft.keyImages, { ...change.keyImage, id: change.id }] };
    case 'remove_key_image':
      return { ...draft, removed: new Set([...draft.removed, change.keyImage]) };
    case 'return_key_image':
      return { ...draft, removed: new Set([...draft.removed].filter((id) => id !== change.keyImage)) };
    case 'accept':
    case 'reject':
    case 'describe':
    case 'measure':
    case 'outline': {
      const finding = presentFindings(draft).find(({ id }) => id === change.finding);
      return finding === undefined ? draft : decided(draft, finding, change, setting);
    }
    default:
      return draft;
  }
}

function rewritten(written: Draft['written'], { section, text }: ChangeOf<'write'>): Draft['written'] {
  const { [section]: _, ...others } = written;
  return text.trim() === '' ? others : { ...others, [section]: text };
}

function withKept(all: Draft['measurements'], kept: ReaderMeasurement): Draft['measurements'] {
  const isKnown = all.some(({ id }) => id === kept.id);
  return isKnown ? all.map((each) => (each.id === kept.id ? kept : each)) : [...all, kept];
}

type Decided = ChangeOf<'accept' | 'reject' | 'describe' | 'measure' | 'outline'>;

function decided(draft: Draft, finding: AnyFinding, change: Decided, setting: Setting): Draft {
  const { id } = finding;
  const isAdded = draft.decisions[id]?.decision === 'added';
  switch (change.kind) {
    case 'accept': {
      const kept = draft.decisions[id];
      const isKept = kept?.decision === 'added' || kept?.decision === 'changed';
      const { [id]: original = finding, ...before } = draft.before;
      const next = replaced(draft, original, isKept ? kept : { ...partsOf(draft, id), decision: 'accepted' });
      return { ...next, before, isTouched: draft.isTouched };
    }
    case 'reject': {
      const { reason, text } = change;
      const gone = without(setting.module.rejected(finding));
      const decision: Decision = {
        ...partsOf(draft, id),
        decision: 'rejected',
        reason,
        ...(text && { text }),
      };
      const { [id]: _, ...outlines } = draft.outlines;
      const before = { [id]: finding, ...draft.before };
      return { ...replaced(draft, gone, decision), outlines, before };
    }
    default: {
      const decision: Decision = { ...partsOf(draft, id), decision: isAdded ? 'added' : 'changed' };
      const { told: _, ...stated } = modified(finding, change, setting);
      const changed = { ...stated, certainty: null };
      const next = replaced(draft, changed, decision);
      return change.kind === 'outline' && change.slice === undefined
        ? { ...next, outlines: { ...draft.outlines, [id]: change.to } }
        : next;
    }
  }
}

function replaced(draft: Draft, finding: AnyFinding, decision: Decision): Draft {
  const { id } = finding;
  return {
    ...draft,
    isTouched: true,
    findings: draft.findings.map((each) => (each.id === id ? finding : each)),
    decisions: { ...draft.decisions, [id]: decision },
  };
}

function added(draft: Draft, { finding }: ChangeOf<'add'>, setting: Setting): Draft {
  const { module } = setting;
  const { id, type, side, descriptors = {}, measurements = [], outline, slice } = finding;
  const plain: AnyFinding = { ...module.added(type, id), side: side ?? null, measurements: [] };
  const seen = { ...plain, slice };
  const bare = slice === undefined ? plain : (module.seenOn?.(seen) ?? seen);
  const worded = Object.entries(descriptors).reduce(
    (so, [name, value]) => described(so, name, value, module),
    bare,
  );
  const drawn = outline === undefined ? worded : outlined(worded, { outline, slice }, setting);
  const stated = side ? { ...drawn, side } : drawn;
  // What the reader measured stands before what follows from the outline.
  const whole = measurements.reduce((so, each) => measuredBy(so, each, module), stated);
  return {
    ...draft,
    isTouched: true,
    findings: [...draft.findings.filter((each) => each.id !== id), whole],
    outlines:
      outline === undefined || slice !== undefined ? draft.outlines : { ...draft.outlines, [id]: outline },
    decisions: { ...draft.decisions, [id]: { decision: 'added' } },
  };
}

/**
 * Per type those that were found, in the machine's order and then as added; a type has a line "not found"
 * only where none is.
 */
function inOrder(findings: readonly AnyFinding[]): AnyFinding[] {
  const types = [...new Set(findings.map(({ type }) => type))];
  return types.flatMap((type) => {
    const all = findings.filter((each) => each.type === type);
    const found = all.filter(({ state }) => state === 'found');
    return found.length > 0 ? found : all.slice(0, 1);
  });
}
