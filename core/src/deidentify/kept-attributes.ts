import { known } from '../decode/dicom/dataset/tags.ts';
import {
  anatomy,
  imageKinds,
  kept,
  modalities,
  patientPositions,
  photometrics,
  type Terms,
  viewCodeValues,
  views,
} from './kept-terms.ts';

/** The values allowed in a kept attribute. Others are removed. */
export type KeptValue =
  /** Decimal or integer strings or binary numbers, so many at most. */
  | { readonly kind: 'numbers'; readonly max: number }
  /** Defined terms of the standard; `instead` replaces any other, so that its meaning stays. */
  | { readonly kind: 'terms'; readonly terms: Terms; readonly max: number; readonly instead?: string }
  /** The UID of a storage class. */
  | { readonly kind: 'class' }
  /** Entries of a look-up table, as many as its descriptor says, or unbounded. */
  | { readonly kind: 'table'; readonly descriptor?: number }
  /** Items, stripped like the data set itself. */
  | { readonly kind: 'items' };

type Row = readonly [tag: number, vr: string, value: KeptValue];

const numbers = (max = 1): KeptValue => ({ kind: 'numbers', max });
const terms = (of: Terms, max = 1): KeptValue => ({ kind: 'terms', terms: of, max });
const table = (descriptor?: number): KeptValue => ({ kind: 'table', ...(descriptor && { descriptor }) });
const items: KeptValue = { kind: 'items' };
const words = kept;

/**
 * The attributes that stay, at any depth, with their allowed values: coding, display, measurement, position
 * and anatomy. Free text, dates, names, devices and codes with their meanings are not among them, nor any
 * attribute of PS3.15 table E.1-1 except UIDs, which are replaced, and those that stay empty.
 */
const rows: readonly Row[] = [
  [0x00080008, 'CS', terms(imageKinds, 3)], // Image Type
  [0x00080016, 'UI', { kind: 'class' }], // SOP Class UID
  [0x00080060, 'CS', terms(modalities)], // Modality
  [0x00080064, 'CS', terms(words('DV DI DF WSD SD SI DRW SYN'))], // Conversion Type
  [0x00080068, 'CS', terms(words('FOR_PRESENTATION FOR_PROCESSING'))], // Presentation Intent Type
  [0x00080100, 'SH', terms(viewCodeValues)], // Code Value
  [0x00080102, 'SH', terms(words('SCT SRT SNM3'))], // Coding Scheme Designator
  [0x00180015, 'CS', terms(anatomy)], // Body Part Examined
  [0x00180050, 'DS', numbers()], // Slice Thickness
  [0x00180060, 'DS', numbers()], // KVP
  [0x00180088, 'DS', numbers()], // Spacing Between Slices
  [0x00181110, 'DS', numbers()], // Distance Source to Detector
  [0x00181111, 'DS', numbers()], // Distance Source to Patient
  [0x00181114, 'DS', numbers()], // Estimated Radiographic Magnification Factor
  [0x00181120, 'DS', numbers()], // Gantry/Detector Tilt
  [0x00181164, 'DS', numbers(2)], // Imager Pixel Spacing
  [0x001811a0, 'DS', numbers()], // Body Part Thickness
  [0x001811a2, 'DS', numbers()], // Compression Force
  [0x00181510, 'DS', numbers()], // Positioner Primary Angle
  [0x00182010, 'DS', numbers(2)], // Nominal Scanned Pixel Spacing
  [0x00185100, 'CS', terms(patientPositions)], // Patient Position
  [0x00185101, 'CS', terms(views)], // View Position
  [0x00200012, 'IS', numbers()], // Acquisition Number
  [0x00200013, 'IS', numbers()], // Instance Number
  // Patient Orientation; digitized film sets name the view there.
  [0x00200020, 'CS', terms(/^([ALRPHF]{1,3}|CC|MLO)$/, 2)],
  [0x00200032, 'DS', numbers(3)], // Image Position (Patient)
  [0x00200037, 'DS', numbers(6)], // Image Orientation (Patient)
  [0x00200060, 'CS', terms(words('L R'))], // Laterality
  [0x00200062, 'CS', terms(words('L R U B'))], // Image Laterality
  [0x00200100, 'IS', numbers()], // Temporal Position Identifier
  [0x00201041, 'DS', numbers()], // Slice Location
  [0x00280002, 'US', numbers()], // Samples per Pixel
  [0x00280004, 'CS', { kind: 'terms', terms: photometrics, max: 1, instead: 'MONOCHROME2' }],
  [0x00280006, 'US', numbers()], // Planar Configuration
  [0x00280008, 'IS', numbers()], // Number of Frames
  [0x00280010, 'US', numbers()], // Rows
  [0x00280011, 'US', numbers()], // Columns
  [0x00280030, 'DS', numbers(2)], // Pixel Spacing
  [0x00280034, 'IS', numbers(2)], // Pixel Aspect Ratio
  [0x00280100, 'US', numbers()], // Bits Allocated
  [0x00280101, 'US', numbers()], // Bits Stored
  [0x00280102, 'US', numbers()], // High Bit
  [0x00280103, 'US', numbers()], // Pixel Representation
  [0x00280106, 'US', numbers()], // Smallest Image Pixel Value
  [0x00280107, 'US', numbers()], // Largest Image Pixel Value
  [0x00280120, 'US', numbers()], // Pixel Padding Value
  [0x00280121, 'US', numbers()], // Pixel Padding Range Limit
  [0x00280301, 'CS', terms(words('YES NO'))], // Burned In Annotation
  [0x00280a02, 'CS', terms(words('GEOMETRY FIDUCIAL'))], // Pixel Spacing Calibration Type
  [0x00281300, 'CS', terms(words('YES NO'))], // Breast Implant Present
  [0x00281350, 'CS', terms(words('YES NO'))], // Partial View
  [0x00281040, 'CS', terms(words('LIN LOG'))], // Pixel Intensity Relationship
  [0x00281041, 'SS', numbers()], // Pixel Intensity Relationship Sign
  [0x00281050, 'DS', numbers(8)], // Window Center
  [0x00281051, 'DS', numbers(8)], // Window Width
  [0x00281052, 'DS', numbers()], // Rescale Intercept
  [0x00281053, 'DS', numbers()], // Rescale Slope
  // Anything but HU is unspecified (US): without a type the values of a CT would be taken for Hounsfield
  // units.
  [0x00281054, 'LO', { kind: 'terms', terms: words('HU US OD MGML PCT ED EDW'), max: 1, instead: 'US' }],
  [0x00281056, 'CS', terms(words('LINEAR LINEAR_EXACT SIGMOID'))], // VOI LUT Function
  [0x00281101, 'US', numbers(3)], // Red, Green and Blue Palette Descriptor
  [0x00281102, 'US', numbers(3)],
  [0x00281103, 'US', numbers(3)],
  [0x00281201, 'OW', table(0x00281101)], // Red, Green and Blue Palette Data
  [0x00281202, 'OW', table(0x00281102)],
  [0x00281203, 'OW', table(0x00281103)],
  [0x00281221, 'OW', table()], // the same in segments
  [0x00281222, 'OW', table()],
  [0x00281223, 'OW', table()],
  [0x00282110, 'CS', terms(words('00 01'))], // Lossy Image Compression
  [0x00282112, 'DS', numbers(4)], // Lossy Image Compression Ratio
  [0x00282114, 'CS', terms(words('ISO_10918_1 ISO_14495_1 ISO_15444_1 ISO_15444_15 ISO_18181_1'), 4)],
  [0x00283000, 'SQ', items], // Modality LUT Sequence
  [0x00283002, 'US', numbers(3)], // LUT Descriptor
  [0x00283006, 'OW', table(0x00283002)], // LUT Data
  [0x00283010, 'SQ', items], // VOI LUT Sequence
  [0x00209111, 'SQ', items], // Frame Content Sequence
  [0x00209128, 'UL', numbers()], // Temporal Position Index
  [0x00209156, 'US', numbers()], // Frame Acquisition Number
  [0x00209113, 'SQ', items], // Plane Position Sequence
  [0x00209116, 'SQ', items], // Plane Orientation Sequence
  [0x00289110, 'SQ', items], // Pixel Measures Sequence
  [0x00540220, 'SQ', items], // View Code Sequence
  [0x00540222, 'SQ', items], // View Modifier Code Sequence
  [0x00289132, 'SQ', items], // Frame VOI LUT Sequence
  [0x00289145, 'SQ', items], // Pixel Value Transformation Sequence
  [0x00289443, 'SQ', items], // Frame Pixel Data Properties Sequence
  [0x52009229, 'SQ', items], // Shared Functional Groups Sequence
  [0x52009230, 'SQ', items], // Per-Frame Functional Groups Sequence
  [0x7fe00001, 'OV', table()], // Extended Offset Table
];

export const keptAttributes: ReadonlyMap<number, { readonly vr: string; readonly value: KeptValue }> =
  new Map(rows.map(([tag, vr, value]) => [tag, { vr, value }]));

/**
 * Sequences that are parsed, whatever their declared representation: the kept ones and those of the decoder.
 */
export const keptSequences: ReadonlySet<number> = new Set([
  ...rows.filter(([, vr]) => vr === 'SQ').map(([tag]) => tag),
  ...[...known].filter(([, { vr }]) => vr === 'SQ').map(([tag]) => tag),
]);

/** Instance and frame-of-reference UIDs, replaced consistently (action U). */
export const replacedUids: ReadonlySet<number> = new Set([
  0x00080018, // SOP Instance UID
  0x0020000d, // Study Instance UID
  0x0020000e, // Series Instance UID
  0x00200052, // Frame of Reference UID
]);

/** Required, so that they stay without a value (action Z): tag and representation. */
export const emptied: readonly (readonly [tag: number, vr: string])[] = [
  [0x00080020, 'DA'], // Study Date
  [0x00080030, 'TM'], // Study Time
  [0x00080050, 'SH'], // Accession Number
  [0x00080090, 'PN'], // Referring Physician's Name
  [0x00100010, 'PN'], // Patient's Name
  [0x00100020, 'LO'], // Patient ID
  [0x00100030, 'DA'], // Patient's Birth Date
  [0x00100040, 'CS'], // Patient's Sex
  [0x00200010, 'SH'], // Study ID
];
