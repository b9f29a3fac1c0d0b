import type { LabelMap } from '../../pixels/plane.ts';
import { code } from '../../reading/code.ts';
import { calibratedSpacing, type ExportRecord } from '../export-record.ts';
import { type Region, regionsOf } from '../regions.ts';
import { dicomCielab } from './cielab.ts';
import { codeItem, commonModules, instanceItem, ownScheme, seriesUid } from './common-modules.ts';
import type { DataSet } from './data-set.ts';
import { dictionary } from './dictionary.ts';
import { fitText } from './fit-text.ts';
import { packFrames } from './segment-frames.ts';
import { writeFile } from './write-file.ts';

type Size = Pick<LabelMap, 'width' | 'height'>;

/** For classes that belong to no finding. */
const neutral = '#808080';

/**
 * Segmentation (PS3.3 A.51), binary, one frame per class that occurs, in the geometry of the picture it
 * refers to. Undefined where no class occurs: an object without segments is not allowed.
 */
export function writeSegmentation(record: ExportRecord, labels: LabelMap): Uint8Array | undefined {
  const regions = regionsOf(record, labels);
  if (regions.length === 0) return undefined;
  return writeFile({
    ...commonModules(record, { instance: 'segmentation', modality: 'SEG', description: 'Segments' }),
    ...ownScheme(record),
    ...segmentationImage(labels, regions.length),
    ...dimensions(record),
    SegmentSequence: regions.map((region) => segment(record, region)),
    ReferencedSeriesSequence: [
      {
        SeriesInstanceUID: seriesUid(record, 'picture'),
        ReferencedInstanceSequence: [instanceItem(record, 'picture')],
      },
    ],
    SharedFunctionalGroupsSequence: [sharedGroups(record)],
    PerFrameFunctionalGroupsSequence: regions.map((region) => frameGroups(record, region)),
    PixelData: packFrames(
      labels,
      regions.map(({ classNumber }) => classNumber),
    ),
  });
}

/** The image of a binary segmentation. */
export function segmentationImage({ width, height }: Size, frames: number): DataSet {
  return {
    ImageType: ['DERIVED', 'PRIMARY'],
    PatientOrientation: '',
    SamplesPerPixel: 1,
    PhotometricInterpretation: 'MONOCHROME2',
    NumberOfFrames: frames,
    Rows: height,
    Columns: width,
    BitsAllocated: 1,
    BitsStored: 1,
    HighBit: 0,
    PixelRepresentation: 0,
    LossyImageCompression: '00',
    SegmentationType: 'BINARY',
    ContentLabel: 'SEGMENTATION',
    ContentDescription: 'Classes of the label map',
    ContentCreatorName: '',
  };
}

/** By what frames differ: their segment, then what is given (C.7.6.17). */
export function dimensions(record: ExportRecord, further: readonly DataSet[] = []): DataSet {
  const DimensionOrganizationUID = record.uid('dimensions');
  const bySegment = {
    DimensionIndexPointer: dictionary.ReferencedSegmentNumber[0],
    FunctionalGroupPointer: dictionary.SegmentIdentificationSequence[0],
    DimensionDescriptionLabel: 'Segment',
  };
  return {
    DimensionOrganizationSequence: [{ DimensionOrganizationUID }],
    DimensionIndexSequence: [bySegment, ...further].map((each) => ({ DimensionOrganizationUID, ...each })),
  };
}

function segment(record: ExportRecord, region: Region): DataSet {
  const { findingTypes, outlinedBy } = record;
  const colour = findingTypes.find(({ id }) => id === region.coding.finding)?.colour ?? neutral;
  return segmentItem(record, { ...region, colour }, algorithmOf(record, outlinedBy?.[region.classNumber]));
}

type Segment = Pick<Region, 'segmentNumber' | 'label' | 'coding'> & { readonly colour: string };

/** One segment: what it is, what outlined it, and how it is drawn. */
export function segmentItem(
  record: Pick<ExportRecord, 'coding' | 'product'>,
  { segmentNumber, label, colour, coding: { category, type, modifier } }: Segment,
  algorithm: DataSet,
): DataSet {
  return {
    SegmentNumber: segmentNumber,
    SegmentLabel: fitText(label),
    ...algorithm,
    SegmentedPropertyCategoryCodeSequence: [codeItem(category)],
    SegmentedPropertyTypeCodeSequence: [
      {
        ...codeItem(type),
        ...(modifier && { SegmentedPropertyTypeModifierCodeSequence: [codeItem(modifier)] }),
      },
    ],
    AnatomicRegionSequence: [codeItem(record.coding.region)],
    RecommendedDisplayCIELabValue: dicomCielab(colour),
  };
}

/** A name belongs to what an algorithm marked, alone or with a reader (PS3.3 C.8.20.4). */
export function algorithmOf(
  { product }: Pick<ExportRecord, 'product'>,
  by: 'reader' | 'both' | undefined,
): DataSet {
  if (by === 'reader') return { SegmentAlgorithmType: 'MANUAL' };
  return {
    SegmentAlgorithmType: by === 'both' ? 'SEMIAUTOMATIC' : 'AUTOMATIC',
    SegmentAlgorithmName: fitText(`${product.name} ${product.version}`),
  };
}

/**
 * How large a pixel is, of a slice of known thickness alone: readers refuse measures without one, and a
 * projection has none to give. The picture that the segments are of has its spacing.
 */
function sharedGroups(record: ExportRecord): DataSet {
  const spacing = calibratedSpacing(record);
  const { sliceThicknessMm: thickness } = record.study;
  if (!spacing || thickness === undefined) return {};
  return {
    PixelMeasuresSequence: [{ PixelSpacing: [spacing.y, spacing.x], SliceThickness: thickness }],
  };
}

/** Frame by frame, as readers look it up, also what all frames share. */
function frameGroups(record: ExportRecord, { segmentNumber }: Region): DataSet {
  return {
    FrameContentSequence: [{ DimensionIndexValues: segmentNumber }],
    SegmentIdentificationSequence: [{ ReferencedSegmentNumber: segmentNumber }],
    DerivationImageSequence: [derivation(instanceItem(record, 'picture'))],
  };
}

/** What the segments of a frame were made of. */
export function derivation(source: DataSet): DataSet {
  return {
    DerivationCodeSequence: [codeItem(code('113076', 'DCM', 'Segmentation'))],
    SourceImageSequence: [
      {
        ...source,
        SpatialLocationsPreserved: 'YES',
        PurposeOfReferenceCodeSequence: [
          codeItem(code('121322', 'DCM', 'Source image for image processing operation')),
        ],
      },
    ],
  };
}
