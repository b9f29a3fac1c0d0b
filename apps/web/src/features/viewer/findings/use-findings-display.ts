import type { ReportFinding } from '@second-read/core/report/document';
import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import type { FindingMark, FindingMarks, FindingRegion } from './finding-marks.ts';
import { findingStops } from './finding-stops.ts';
import type { FindingMarksState } from './use-finding-marks.ts';

export type MarkStyle = 'outline' | 'fill' | 'both';

/** One region of one finding, or one of its numbered places. */
interface RegionPlace {
  readonly type: string;
  /** From 0, in the order of `stops`. */
  readonly index: number;
  readonly region: FindingRegion;
}

/** A region that the reader asked to see. */
export interface FindingTarget extends RegionPlace {
  /** Counts the askings: the same region may be asked for twice. */
  readonly asked: number;
}

/** What is drawn of the findings over the picture, and how. */
export interface FindingsDisplay {
  readonly state: FindingMarksState;
  /** Empty until the marks are here. */
  readonly marks: readonly FindingMark[];
  /** Of each type: what is brought to the middle one after the other. */
  readonly stops: Stops;
  readonly shown: ReadonlySet<string>;
  readonly style: MarkStyle;
  /** 0 to 1. */
  readonly opacity: number;
  readonly target: FindingTarget | null;
  toggle(type: string): void;
  /** Shows all; hides all when all are shown. */
  toggleAll(): void;
  /** Shows all, as lines that cover nothing. */
  outlineAll(): void;
  setStyle(style: MarkStyle): void;
  setOpacity(opacity: number): void;
  /** Brings a region of the type to the middle and shows it; asked again, the next one. @returns it. */
  centre(type: string): FindingRegion | null;
  /** The next region of all types. */
  centreNext(): FindingRegion | null;
}

type Stops = ReadonlyMap<string, readonly FindingRegion[]>;

const nothing: readonly FindingMark[] = [];
const unnumbered: readonly ReportFinding[] = [];

/**
 * The display of one viewer. At first nothing is drawn: the reader sees the unmarked picture, or the view
 * chosen, before the findings. `findings` are those of the report, whose numbered places count where it has
 * them.
 */
export function useFindingsDisplay(
  state: FindingMarksState,
  findings: readonly ReportFinding[] = unnumbered,
): FindingsDisplay {
  const found = state.status === 'ready' ? state.found : null;
  const marks = found?.marks ?? nothing;
  const stops = useMemo((): Stops => stopsOf(found, findings), [found, findings]);
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const [style, setStyle] = useState<MarkStyle>('both');
  const [opacity, setOpacity] = useState(0.4);
  const [target, setTarget] = useState<FindingTarget | null>(null);
  // Findings of another picture are other findings.
  useEffect(() => {
    if (found) return;
    setShown(new Set());
    setTarget(null);
  }, [found]);

  const show = (next: RegionPlace | null): FindingRegion | null => {
    if (!next) return null;
    // The picture moves at once, by whoever asked; what is told of it may come a frame later.
    startTransition(() => {
      setTarget({ ...next, asked: (target?.asked ?? 0) + 1 });
      setShown((before) => new Set(before).add(next.type));
    });
    return next.region;
  };
  return {
    state,
    marks,
    stops,
    shown,
    style,
    opacity,
    target,
    setStyle,
    setOpacity,
    toggle: (type) => setShown((before) => toggled(before, type)),
    toggleAll: () =>
      setShown(shown.size < marks.length ? new Set(marks.map(({ type }) => type.id)) : new Set()),
    outlineAll: () => {
      setStyle('outline');
      setOpacity((before) => Math.max(before, 0.4));
      setShown(new Set(marks.map(({ type }) => type.id)));
    },
    centre: (type) => show(nextOfType(stops, target, type)),
    centreNext: () => show(nextOfAll(stops, target)),
  };
}

function stopsOf(found: FindingMarks | null, findings: readonly ReportFinding[]): Stops {
  const stopsOfMark = (mark: FindingMark, labels: FindingMarks['labels']) =>
    findingStops(mark, labels, findings.find(({ type }) => type === mark.type.id)?.places);
  return new Map(found?.marks.map((mark) => [mark.type.id, stopsOfMark(mark, found.labels)]));
}

/**
 * How a report beside the picture asks for its findings there: by `held`, which the viewer keeps, so that the
 * report is not drawn again when a finding is shown or hidden.
 */
export function useFindingCentre(state: FindingMarksState) {
  const held = useRef<FindingsDisplay['centre']>(() => null);
  const isPending = state.status === 'loading';
  const marks = state.status === 'ready' ? state.found.marks : nothing;
  return useMemo(
    () => ({
      isPending,
      types: new Set(marks.map(({ type }) => type.id)),
      onCentre: (type: string) => void held.current(type),
      held,
    }),
    [isPending, marks],
  );
}

function toggled(before: ReadonlySet<string>, type: string): ReadonlySet<string> {
  const next = new Set(before);
  if (!next.delete(type)) next.add(type);
  return next;
}

/** The region after the present one if that is of the type, else the first; null where none is marked. */
function nextOfType(stops: Stops, present: RegionPlace | null, type: string): RegionPlace | null {
  const regions = stops.get(type) ?? [];
  const index = present?.type === type && present.index + 1 < regions.length ? present.index + 1 : 0;
  const region = regions[index];
  return region ? { type, index, region } : null;
}

/** The region after the present one in the order of the list, from the last back to the first. */
function nextOfAll(stops: Stops, present: RegionPlace | null): RegionPlace | null {
  const all = [...stops].flatMap(([type, regions]) =>
    regions.map((region, index): RegionPlace => ({ type, index, region })),
  );
  const at = all.findIndex(({ type, index }) => type === present?.type && index === present.index);
  return all[(at + 1) % all.length] ?? null;
}
