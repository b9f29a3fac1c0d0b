import { moduleOf } from '@second-read/analyses/catalogue';
import { manifestOf } from '@second-read/analyses/manifests';
import { examOf } from '@second-read/analyses/stored-reading';
import { abnormalStructure } from '@second-read/core/encode/code';
import type { ExamSegment, ExamSegments, SegmentedSlice } from '@second-read/core/encode/exam-segments';
import { drawnRuns } from '@second-read/core/exam/marks/drawn-runs';
import { outlinesOn } from '@second-read/core/exam/marks/finding-runs';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { outcomeOfStored } from '@second-read/core/exam/stored-outcome';
import { classRuns } from '@second-read/core/pixels/regions/class-runs';
import type { AppContext } from '../../../context.ts';
import type { StoredReport } from '../reports.repository.ts';
import { currentSliceLabels, readersClasses } from '../slices/reviewed-slices.ts';
import { type ExamRow, examRows } from './exam-rows.ts';

const neutral = '#808080';

/**
 * What the slices of an exam outline, for the segmentation of its series. Undefined where nothing can refer
 * to them: views stand beside each other, the files name no instances, or they differ in size.
 */
export async function examSegments(
  stored: StoredReport,
  studyUid: string | undefined,
  context: AppContext,
): Promise<ExamSegments | undefined> {
  const exam = examOf(stored.report);
  if (!exam || studyUid === undefined || moduleOf(stored.report.module).exam?.noun !== 'slice') {
    return undefined;
  }
  const rows = await examRows(stored, exam, studyUid, context);
  const [first] = rows;
  if (!first || rows.some(({ read }) => read.width !== first.read.width || read.height !== first.read.height))
    return undefined;
  const segments = [
    ...lesionSegments(stored, exam, rows),
    ...(await classSegments(stored, rows, context)),
  ].filter(({ frames }) => frames.length > 0);
  if (segments.length === 0) return undefined;
  return { ...geometryOf(rows, first), slices: rows.map(segmentedSlice), segments };
}

function geometryOf(rows: readonly ExamRow[], first: ExamRow): Omit<ExamSegments, 'slices' | 'segments'> {
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
function spacingOf(rows: readonly ExamRow[]): number | null {
  const places = rows.map(({ placeMm }) => placeMm);
  const steps = places.slice(1).map((place, at) => (place ?? Number.NaN) - (places[at] ?? Number.NaN));
  const [step = Number.NaN] = steps;
  return steps.every((each) => Math.abs(each - step) < 0.01) && step > 0 ? Number(step.toFixed(4)) : null;
}

function segmentedSlice({ instance, frame, facts }: ExamRow): SegmentedSlice {
  const { position, rowDirection, columnDirection } = facts;
  const isPlaced = frame === null && position && rowDirection && columnDirection;
  return {
    ...instance,
    ...(frame !== null && { frame }),
    plane: isPlaced ? { position, rowDirection, columnDirection } : null,
  };
}

/** Each lesion that was found and outlined. */
function lesionSegments(stored: StoredReport, exam: StoredExam, rows: readonly ExamRow[]): ExamSegment[] {
  const { exam: words } = moduleOf(stored.report.module);
  return exam.findings.flatMap((finding) => {
    const type = words?.types[finding.type];
    if (!finding.found || !type) return [];
    const frames = rows.flatMap(({ file, read }, slice) => {
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

function outlinesOf(read: ExamRow['read']) {
  const outcome = outcomeOfStored(read);
  return outcome.status === 'read' ? outcome.evidence.marks : [];
}

function joined(parts: readonly Int32Array[]): Int32Array {
  return Int32Array.from(parts.flatMap((part) => [...part]));
}

/** Each class of the label maps that is no lesion of the report: organs, opacities. */
async function classSegments(
  stored: StoredReport,
  rows: readonly ExamRow[],
  context: AppContext,
): Promise<ExamSegment[]> {
  const { module } = stored.report;
  const { coding, exam: words } = moduleOf(module);
  const { findingTypes, legend } = manifestOf(module);
  const classes = Object.entries(coding.segments).flatMap(([key, segment]) =>
    words && Object.hasOwn(words.types, segment.finding ?? '') ? [] : [{ key: Number(key), segment }],
  );
  const frames = new Map(classes.map(({ key }) => [key, [] as { slice: number; runs: Int32Array }[]]));
  for (const [slice, { file, labels }] of rows.entries()) {
    const map = await currentSliceLabels(stored, file, labels, context);
    for (const [key, own] of frames) {
      const runs = classRuns(map, key);
      if (runs.length > 0) own.push({ slice, runs });
    }
  }
  const outlined = new Set(rows.flatMap(({ file }) => readersClasses(stored, file)));
  return classes.map(({ key, segment }) => ({
    ...(outlined.has(key) && { outlinedBy: 'both' as const }),
    name: `region-${key}`,
    label: legend[key] ?? segment.type.meaning,
    colour: findingTypes.find(({ id }) => id === segment.finding)?.colour ?? neutral,
    coding: segment,
    frames: frames.get(key) ?? [],
  }));
}
