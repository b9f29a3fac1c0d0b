import { moduleOf } from '@second-read/analyses/catalogue';
import { manifestOf } from '@second-read/analyses/manifests';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { ExamSegment, ExamSegments, SegmentedSlice } from '@second-read/core/encode/exam-segments';
import type { SourceInstance } from '@second-read/core/encode/export-record';
import { drawnRuns } from '@second-read/core/exam/marks/drawn-runs';
import { outlinesOn } from '@second-read/core/exam/marks/finding-runs';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { outcomeOfStored, type StoredOutcome } from '@second-read/core/exam/stored-outcome';
import { classRuns } from '@second-read/core/pixels/regions/class-runs';
import { abnormalStructure } from '@second-read/core/reading/code';
import {
  type MarkedVersion,
  outlinedClasses,
  reviewedLabels,
} from '@second-read/core/review/reviewed-labels';
import type { SliceFacts } from '@second-read/core/series/slice-facts';
import { decodeLabels } from './stored-png.ts';

const neutral = '#808080';

/** A slice of an exam that was read, with what it left and the instance that its file names. */
export interface OutlinedSlice {
  readonly file: string;
  readonly placeMm: number | null;
  readonly instance: SourceInstance;
  readonly frameOfReferenceUid: string | undefined;
  readonly frame: number | null;
  readonly facts: SliceFacts;
  readonly read: Extract<StoredOutcome, { status: 'read' }>;
  /** Stored PNG. */
  readonly labels: Uint8Array;
  /** Missing where the machine's marks are right. */
  readonly marked?: MarkedVersion | undefined;
}

export interface OutlinedExam {
  readonly module: AnalysisId;
  readonly findings: StoredExam['findings'];
  /** In the order of the stack. */
  readonly slices: readonly OutlinedSlice[];
}

/**
 * What the slices of an exam outline, for the segmentation of its series. Undefined where nothing can refer
 * to them: there are none, or they differ in size.
 */
export async function examSegments(exam: OutlinedExam): Promise<ExamSegments | undefined> {
  const { slices } = exam;
  const [first] = slices;
  if (!first || slices.some(({ read }) => !isOfSize(read, first.read))) return undefined;
  const segments = [...lesionSegments(exam), ...(await classSegments(exam))].filter(
    ({ frames }) => frames.length > 0,
  );
  if (segments.length === 0) return undefined;
  return { ...geometryOf(slices, first), slices: slices.map(segmentedSlice), segments };
}

function isOfSize(one: OutlinedSlice['read'], other: OutlinedSlice['read']): boolean {
  return one.width === other.width && one.height === other.height;
}

function geometryOf(
  rows: readonly OutlinedSlice[],
  first: OutlinedSlice,
): Omit<ExamSegments, 'slices' | 'segments'> {
  const spaces = new Set(rows.map(({ frameOfReferenceUid }) => frameOfReferenceUid));
  const [space] = spaces;
  const { width, height, pixelMm } = first.read;
  return {
    ...{ width, height, pixelMm },
    thicknessMm: first.facts.thicknessMm ?? null,
    spacingMm: spacingOf(rows),
    ...(spaces.size === 1 && space !== undefined && { frameOfReferenceUid: space }),
  };
}

/** Of neighbors that are all equally far apart; null of others. */
function spacingOf(rows: readonly OutlinedSlice[]): number | null {
  const places = rows.map(({ placeMm }) => placeMm);
  const steps = places.slice(1).map((place, at) => (place ?? Number.NaN) - (places[at] ?? Number.NaN));
  const [step = Number.NaN] = steps;
  return steps.every((each) => Math.abs(each - step) < 0.01) && step > 0 ? Number(step.toFixed(4)) : null;
}

function segmentedSlice({ instance, frame, facts }: OutlinedSlice): SegmentedSlice {
  const { position, rowDirection, columnDirection } = facts;
  const isPlaced = position && rowDirection && columnDirection;
  return {
    ...instance,
    ...(frame !== null && { frame }),
    plane: isPlaced ? { position, rowDirection, columnDirection } : null,
  };
}

/** Each lesion that was found and outlined. */
function lesionSegments({ module, findings, slices }: OutlinedExam): ExamSegment[] {
  const { exam: words } = moduleOf(module);
  return findings.flatMap((finding) => {
    const type = words?.types[finding.type];
    if (!finding.found || !type) return [];
    const frames = slices.flatMap(({ file, read }, slice) => {
      const drawn = drawnRuns(file, finding, read);
      const parts =
        drawn.length > 0 ? drawn : outlinesOn(file, finding, outlinesOf(read)).map(({ runs }) => runs);
      return parts.length === 0 ? [] : [{ slice, runs: joined(parts), isDrawn: drawn.length > 0 }];
    });
    const by = frames.some(({ isDrawn }) => isDrawn)
      ? ({ outlinedBy: frames.every(({ isDrawn }) => isDrawn) ? 'reader' : 'both' } as const)
      : {};
    const number = /\d+$/.exec(finding.id)?.[0] ?? '1';
    return [
      {
        name: `finding-${finding.id}`,
        label: `${type.label} ${number}`,
        colour: type.colour,
        coding: { category: abnormalStructure, type: type.concept },
        ...by,
        frames,
      },
    ];
  });
}

function outlinesOf(read: OutlinedSlice['read']) {
  const outcome = outcomeOfStored(read);
  return outcome.status === 'read' ? outcome.evidence.marks : [];
}

function joined(parts: readonly Int32Array[]): Int32Array {
  return Int32Array.from(parts.flatMap((part) => [...part]));
}

/** Each class of the label maps that is no lesion of the report: organs, opacities. */
async function classSegments({ module, slices }: OutlinedExam): Promise<ExamSegment[]> {
  const { coding, exam: words } = moduleOf(module);
  const { findingTypes, legend } = manifestOf(module);
  const classes = Object.entries(coding.segments).flatMap(([key, segment]) =>
    words && Object.hasOwn(words.types, segment.finding ?? '') ? [] : [{ key: Number(key), segment }],
  );
  const frames = new Map(classes.map(({ key }) => [key, [] as { slice: number; runs: Int32Array }[]]));
  for (const [slice, { labels, marked }] of slices.entries()) {
    const machine = await decodeLabels(labels);
    const map = marked === undefined ? machine : reviewedLabels(machine, marked);
    for (const [key, own] of frames) {
      const runs = classRuns(map, key);
      if (runs.length > 0) own.push({ slice, runs });
    }
  }
  const outlined = new Set(
    slices.flatMap(({ marked }) => (marked ? Object.keys(outlinedClasses(marked)).map(Number) : [])),
  );
  return classes.map(({ key, segment }) => ({
    ...(outlined.has(key) && { outlinedBy: 'both' as const }),
    name: `region-${key}`,
    label: legend[key] ?? segment.type.meaning,
    colour: findingTypes.find(({ id }) => id === segment.finding)?.colour ?? neutral,
    coding: segment,
    frames: frames.get(key) ?? [],
  }));
}
