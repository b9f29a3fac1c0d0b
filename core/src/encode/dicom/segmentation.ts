import type { LabelMap } from '../../pixels/plane.ts';
import { code } from '../code.ts';
import { calibratedSpacing, type ExportRecord } from '../export-record.ts';
import { type Region, regionsOf } from '../regions.ts';
import { dicomCielab } from './cielab.ts';
import { codeItem, commonModules, instanceItem, ownScheme, seriesUid } from './common-modules.ts';
import type { DataSet } from './data-set.ts';
import { dictionary } from './dictionary.ts';
import { fitText } from './fit-text.ts';
import { packFrames } from './segment-frames.ts';
import { writeFile } from './write-file.ts';

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

function segmentationImage({ width, height }: LabelMap, frames: number): DataSet {
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

/** Frames differ in their segment alone (C.7.6.17). */
function dimensions(record: ExportRecord): DataSet {
  const DimensionOrganizationUID = record.uid('dimensions');
  return {
    DimensionOrganizationSequence: [{ DimensionOrganizationUID }],
    DimensionIndexSequence: [
      {
        DimensionOrganizationUID,
        DimensionIndexPointer: dictionary.ReferencedSegmentNumber[0],
        FunctionalGroupPointer: dictionary.SegmentIdentificationSequence[0],
        DimensionDescriptionLabel: 'Segment',
      },
    ],
  };
}

function segment({ coding, findingTypes, product }: ExportRecord, region: Region): DataSet {
  const { category, type, modifier, finding } = region.coding;
  const colour = findingTypes.find(({ id }) => id === finding)?.colour ?? neutral;
  return {
    SegmentNumber: region.segmentNumber,
    SegmentLabel: fitText(region.label),
    SegmentAlgorithmType: 'AUTOMATIC',
    SegmentAlgorithmName: fitText(`${product.name} ${product.version}`),
    SegmentedPropertyCategoryCodeSequence: [codeItem(category)],
    SegmentedPropertyTypeCodeSequence: [
      {
        ...codeItem(type),
        ...(modifier && { SegmentedPropertyTypeModifierCodeSequence: [codeItem(modifier)] }),
      },
    ],
    AnatomicRegionSequence: [codeItem(coding.region)],
    RecommendedDisplayCIELabValue: dicomCielab(colour),
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
    DerivationImageSequence: [derivation(record)],
  };
}

function derivation(record: ExportRecord): DataSet {
  return {
    DerivationCodeSequence: [codeItem(code('113076', 'DCM', 'Segmentation'))],
    SourceImageSequence: [
      {
        ...instanceItem(record, 'picture'),
        SpatialLocationsPreserved: 'YES',
        PurposeOfReferenceCodeSequence: [
          codeItem(code('121322', 'DCM', 'Source image for image processing operation')),
        ],
      },
    ],
  };
}
