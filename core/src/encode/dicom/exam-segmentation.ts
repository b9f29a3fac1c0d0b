import type { ExamSegment, ExamSegments, SegmentedSlice } from '../exam-segments.ts';
import { type ExportRecord, instancesBySeries } from '../export-record.ts';
import { commonModules, ownScheme, sourceItem } from './common-modules.ts';
import type { DataSet } from './data-set.ts';
import { dictionary } from './dictionary.ts';
import { fitText } from './fit-text.ts';
import { packRuns } from './segment-frames.ts';
import { algorithmOf, derivation, dimensions, segmentationImage, segmentItem } from './segmentation.ts';
import { writeFile } from './write-file.ts';

/**
 * One Segmentation (PS3.3 A.51) of a whole exam: a segment for each lesion, tracked by the UID that its group
 * of the report has, and for each class of the label maps; a frame for each slice that shows it, at that
 * slice's place in the patient. Undefined where nothing is outlined.
 */
export function writeExamSegmentation(record: ExportRecord): Uint8Array | undefined {
  const given = record.examSegments;
  if (given === undefined) return undefined;
  const { segments, slices } = given;
  const frames = segments.flatMap((segment, at) =>
    segment.frames.map((frame) => ({ ...frame, segmentNumber: at + 1 })),
  );
  if (frames.length === 0) return undefined;
  const shown = slices.filter((_, at) => frames.some(({ slice }) => slice === at));
  return writeFile({
    ...commonModules(record, { instance: 'segmentation', modality: 'SEG', description: 'Segments' }),
    ...ownScheme(record),
    ...frameOfReference(given),
    ...segmentationImage(given, frames.length),
    ...dimensions(record, [bySlice(given)]),
    SegmentSequence: segments.map((segment, at) => trackedSegment(record, segment, at + 1)),
    ReferencedSeriesSequence: [...instancesBySeries(shown)].map(([SeriesInstanceUID, own]) => ({
      SeriesInstanceUID,
      ReferencedInstanceSequence: own.map(sourceItem),
    })),
    SharedFunctionalGroupsSequence: [sharedGroups(given)],
    PerFrameFunctionalGroupsSequence: frames.flatMap(({ slice, segmentNumber }) => {
      const source = slices[slice];
      return source ? [frameGroups(given, { source, position: slice + 1, segmentNumber })] : [];
    }),
    PixelData: packRuns(
      given,
      frames.map(({ runs }) => runs),
    ),
  });
}

/** Whether frames can say where in the patient they lie. */
function isPlaced({ frameOfReferenceUid, pixelMm, slices }: ExamSegments): boolean {
  return frameOfReferenceUid !== undefined && pixelMm !== null && slices.every(({ plane }) => plane !== null);
}

function frameOfReference(given: ExamSegments): DataSet {
  const { frameOfReferenceUid } = given;
  if (frameOfReferenceUid === undefined || !isPlaced(given)) return {};
  return { FrameOfReferenceUID: frameOfReferenceUid, PositionReferenceIndicator: '' };
}

/** Frames of one segment differ in their slice. */
function bySlice(given: ExamSegments): DataSet {
  const [index, group] = isPlaced(given)
    ? [dictionary.ImagePositionPatient, dictionary.PlanePositionSequence]
    : [dictionary.InStackPositionNumber, dictionary.FrameContentSequence];
  return {
    DimensionIndexPointer: index[0],
    FunctionalGroupPointer: group[0],
    DimensionDescriptionLabel: 'Slice',
  };
}

function trackedSegment(record: ExportRecord, segment: ExamSegment, segmentNumber: number): DataSet {
  return {
    ...segmentItem(record, { ...segment, segmentNumber }, algorithmOf(record, segment.outlinedBy)),
    TrackingID: fitText(segment.label),
    TrackingUID: record.uid(segment.name),
  };
}

/** Size of a voxel and directions of the planes, which all slices of a stack share. */
function sharedGroups(given: ExamSegments): DataSet {
  const { pixelMm, thicknessMm, spacingMm, slices } = given;
  const depth = thicknessMm ?? spacingMm;
  const directions = slices[0]?.plane;
  return {
    ...(pixelMm !== null &&
      depth !== null && {
        PixelMeasuresSequence: [
          {
            SliceThickness: depth,
            ...(spacingMm !== null && { SpacingBetweenSlices: spacingMm }),
            PixelSpacing: [pixelMm.y, pixelMm.x],
          },
        ],
      }),
    ...(isPlaced(given) &&
      directions && {
        PlaneOrientationSequence: [
          { ImageOrientationPatient: [...directions.rowDirection, ...directions.columnDirection] },
        ],
      }),
  };
}

interface Frame {
  readonly source: SegmentedSlice;
  /** In the stack, from 1. */
  readonly position: number;
  readonly segmentNumber: number;
}

function frameGroups(given: ExamSegments, { source, position, segmentNumber }: Frame): DataSet {
  const content = { DimensionIndexValues: [segmentNumber, position] };
  return {
    FrameContentSequence: [
      isPlaced(given) ? content : { ...content, StackID: '1', InStackPositionNumber: position },
    ],
    ...(isPlaced(given) &&
      source.plane && { PlanePositionSequence: [{ ImagePositionPatient: [...source.plane.position] }] }),
    SegmentIdentificationSequence: [{ ReferencedSegmentNumber: segmentNumber }],
    DerivationImageSequence: [derivation(sourceItem(source))],
  };
}
