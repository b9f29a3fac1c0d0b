import { type Attribute, known } from '../decode/dicom/tags.ts';

/** Read by the decoder, but identity, or written anew. */
const identity: readonly Attribute[] = ['patientId', 'transferSyntaxUid'];

/**
 * Further attributes that say how a picture was taken or lies in space, and name nobody. All are numbers, codes or
 * UIDs of classes: no free text, no dates, no names (PS3.15 table E.1-1 removes none of them).
 */
const technical: readonly number[] = [
  0x00080008, // Image Type
  0x00080016, // SOP Class UID
  0x00080064, // Conversion Type
  0x00080068, // Presentation Intent Type
  0x00080070, // Manufacturer
  0x00080100, // Code Value
  0x00080102, // Coding Scheme Designator
  0x00080104, // Code Meaning
  0x00180060, // KVP
  0x00180088, // Spacing Between Slices
  0x00181110, // Distance Source to Detector
  0x00181111, // Distance Source to Patient
  0x00181120, // Gantry/Detector Tilt
  0x001811a0, // Body Part Thickness
  0x001811a2, // Compression Force
  0x00181210, // Convolution Kernel
  0x00181508, // Positioner Type
  0x00181510, // Positioner Primary Angle
  0x00185100, // Patient Position
  0x00200013, // Instance Number
  0x00200020, // Patient Orientation
  0x00200032, // Image Position (Patient)
  0x00200037, // Image Orientation (Patient)
  0x00201041, // Slice Location
  0x00280009, // Frame Increment Pointer
  0x00280034, // Pixel Aspect Ratio
  0x00280106, // Smallest Image Pixel Value
  0x00280107, // Largest Image Pixel Value
  0x00280301, // Burned In Annotation
  0x00281040, // Pixel Intensity Relationship
  0x00281041, // Pixel Intensity Relationship Sign
  0x00282110, // Lossy Image Compression
  0x00282112, // Lossy Image Compression Ratio
  0x00282114, // Lossy Image Compression Method
];

/** Sequences among them, whose items are stripped like the data set itself. */
const technicalSequences: readonly number[] = [
  0x00082218, // Anatomic Region Sequence
  0x00209113, // Plane Position Sequence
  0x00209116, // Plane Orientation Sequence
  0x00540220, // View Code Sequence
  0x00540222, // View Modifier Code Sequence
];

/**
 * The attributes that stay, at any depth; whatever is not here goes, private ones included. What the decoder reads
 * stays, so that the kept file gives the same picture.
 */
export const keptAttributes: ReadonlySet<number> = new Set([
  ...[...known].filter(([, { name }]) => !identity.includes(name)).map(([tag]) => tag),
  ...technical,
  ...technicalSequences,
]);

/** Those of them that are sequences, however a file calls them. */
export const keptSequences: ReadonlySet<number> = new Set([
  ...[...known].filter(([, { vr }]) => vr === 'SQ').map(([tag]) => tag),
  ...technicalSequences,
]);

/** Instance and frame identities, replaced by others that are equal for equal ones (action U). */
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
