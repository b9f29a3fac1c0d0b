import { acquiredAfter } from '../decode/dicom/acquired-after.ts';
import { contrastAgent } from '../decode/dicom/contrast-agent.ts';
import { Damaged } from '../decode/dicom/dataset/damaged.ts';
import type { Dataset } from '../decode/dicom/dataset/dataset.ts';
import type { Attribute } from '../decode/dicom/dataset/tags.ts';
import { statedIn } from '../decode/dicom/frame/functional-groups.ts';
import { patientIdText } from '../decode/dicom/patient-id.ts';
import { readHead } from '../decode/dicom/read-file.ts';
import { saysBurnedIn } from '../decode/dicom/says-burned-in.ts';
import { sideOf, viewOf } from '../decode/dicom/side-and-view.ts';
import type { Vector } from '../decode/directions.ts';
import { sniff } from '../decode/sniff.ts';
import type { FileIdentity } from '../patient/file-identity.ts';
import { identityOfTexts } from '../patient/identity-of-texts.ts';
import { examTime } from '../report/exam-time.ts';

/** What the functional groups of an enhanced image say of a frame (PS3.3 C.7.6.16). */
export type FrameFacts = Pick<
  SliceFacts,
  | 'position'
  | 'rowDirection'
  | 'columnDirection'
  | 'thicknessMm'
  | 'acquisition'
  | 'temporalPosition'
  | 'kernel'
>;

/** What a DICOM file says of its place among others; undefined where it says nothing. */
export interface SliceFacts {
  readonly seriesUid?: string | undefined;
  readonly instanceUid?: string | undefined;
  readonly description?: string | undefined;
  readonly modality?: string | undefined;
  /** Whom it names. Not kept: see `withoutIdentity`. */
  readonly identity?: FileIdentity | undefined;
  /** As DICOM writes it. */
  readonly studyDate?: string | undefined;
  readonly studyDescription?: string | undefined;
  readonly instanceNumber?: number | undefined;
  /** Of the first pixel, in millimetres in the patient. */
  readonly position?: Vector | undefined;
  /** Directions of the rows and of the columns. */
  readonly rowDirection?: Vector | undefined;
  readonly columnDirection?: Vector | undefined;
  /** Frame of Reference UID: positions of different ones have nothing to do with each other. */
  readonly frameOfReferenceUid?: string | undefined;
  /** Acquisition Number, and Temporal Position Identifier or Index: a pass, or a phase. */
  readonly acquisition?: number | undefined;
  readonly temporalPosition?: number | undefined;
  /** Seconds from the beginning of the study. */
  readonly acquiredAfter?: number | undefined;
  /** Of a multi-frame file: the own facts of its frames. */
  readonly ofFrames?: readonly FrameFacts[] | undefined;
  readonly rows: number;
  readonly columns: number;
  readonly bitsStored: number;
  readonly frames: number;
  readonly thicknessMm?: number | undefined;
  /** Values of Image Type (0008,0008), e.g. ORIGINAL, PRIMARY, LOCALIZER. */
  readonly imageType?: readonly string[] | undefined;
  /** Convolution Kernel (0018,1210). */
  readonly kernel?: string | undefined;
  /** Of a file that was cleaned: what kernel and description said. */
  readonly sharpness?: 'soft' | 'sharp' | undefined;
  /** Contrast/Bolus Agent (0018,0010). */
  readonly contrast?: string | undefined;
  /** Side and view of a mammogram. */
  readonly laterality?: 'L' | 'R' | undefined;
  readonly view?: string | undefined;
  /** Burned In Annotation (0028,0301) is YES. */
  readonly saysBurnedIn?: boolean | undefined;
}

/**
 * `more`: the bytes end before the pixel data. `not-dicom`: nothing for a series. `no-picture`: a DICOMDIR, a
 * report or another file without pixels.
 */
export type HeadOutcome =
  | { readonly kind: 'slice'; readonly facts: SliceFacts }
  | { readonly kind: 'more' | 'not-dicom' | 'no-picture' };

/** Reads the first bytes of a file. `isAll`: there are no more of them. */
export function readSliceFacts(bytes: Uint8Array, isAll: boolean): HeadOutcome {
  if (sniff(bytes) !== 'dicom') return { kind: 'not-dicom' };
  try {
    const head = readHead(bytes);
    const facts = factsOf(head.dataset);
    if (!head.isWhole && !isAll) return { kind: 'more' };
    if (facts.rows === 0 || facts.columns === 0 || !head.isWhole) return { kind: 'no-picture' };
    return { kind: 'slice', facts };
  } catch (error) {
    if (error instanceof Damaged) return { kind: 'not-dicom' };
    throw error;
  }
}

function factsOf(dataset: Dataset): SliceFacts {
  const frames = dataset.number('numberOfFrames') ?? 1;
  return {
    seriesUid: dataset.text('seriesInstanceUid'),
    instanceUid: dataset.text('sopInstanceUid'),
    description: patientIdText(dataset.wholeText('seriesDescription'), dataset.characterSets()),
    modality: dataset.text('modality'),
    identity: identityOf(dataset),
    studyDate: dataset.text('studyDate'),
    studyDescription: patientIdText(dataset.wholeText('studyDescription'), dataset.characterSets()),
    instanceNumber: dataset.number('instanceNumber'),
    position: vector(dataset.numbers('imagePosition')),
    ...directionsOf(dataset),
    frameOfReferenceUid: dataset.text('frameOfReferenceUid'),
    acquisition: dataset.number('acquisitionNumber'),
    temporalPosition: dataset.number('temporalPosition'),
    acquiredAfter: acquiredAfter({
      studyDate: dataset.text('studyDate'),
      studyTime: dataset.text('studyTime'),
      acquisitionDate: dataset.text('acquisitionDate'),
      acquisitionTime: dataset.text('acquisitionTime'),
    }),
    ofFrames: framesOf(dataset),
    rows: dataset.number('rows') ?? 0,
    columns: dataset.number('columns') ?? 0,
    bitsStored: dataset.number('bitsStored') ?? 0,
    frames: Number.isInteger(frames) && frames > 1 ? Math.min(frames, 100_000) : 1,
    thicknessMm: dataset.number('sliceThickness'),
    imageType: typesOf(dataset),
    kernel: dataset.text('convolutionKernel'),
    contrast: contrastAgent(dataset),
    laterality: sideOf(dataset),
    view: viewOf(dataset),
    saysBurnedIn: saysBurnedIn(dataset),
  };
}

function identityOf(dataset: Dataset): FileIdentity | undefined {
  const texts = {
    patientId: dataset.wholeText('patientId'),
    issuer: dataset.wholeText('issuerOfPatientId'),
    name: dataset.wholeText('patientName'),
    birthDate: dataset.text('patientBirthDate'),
    studyUid: dataset.text('studyInstanceUid'),
  };
  const identity = identityOfTexts(texts, dataset.characterSets());
  const [studyDate = '', studyTime = ''] = [dataset.text('studyDate'), dataset.text('studyTime')];
  const taken = examTime({ studyDate, studyTime, utcOffset: '' });
  const accessionNumber = patientIdText(dataset.wholeText('accessionNumber'), dataset.characterSets());
  return identity && { ...identity, ...(taken && { taken }), ...(accessionNumber && { accessionNumber }) };
}

function directionsOf(dataset: Dataset): Pick<SliceFacts, 'rowDirection' | 'columnDirection'> {
  const directions = dataset.numbers('imageOrientation');
  return { rowDirection: vector(directions.slice(0, 3)), columnDirection: vector(directions.slice(3, 6)) };
}

function framesOf(dataset: Dataset): FrameFacts[] | undefined {
  const frames = dataset.items('perFrameFunctionalGroups');
  if (frames.length === 0) return undefined;
  return frames.map((_, frame) => {
    const plane = statedIn(dataset, 'planePositionSequence', frame, ['imagePosition']);
    const orientation = statedIn(dataset, 'planeOrientationSequence', frame, ['imageOrientation']);
    const measures = statedIn(dataset, 'pixelMeasuresSequence', frame, ['sliceThickness']);
    const made = statedIn(dataset, 'ctReconstructionSequence', frame, ['convolutionKernel']);
    const content = (name: Attribute) =>
      statedIn(dataset, 'frameContentSequence', frame, [name]).number(name);
    return {
      position: vector(plane.numbers('imagePosition')),
      ...directionsOf(orientation),
      thicknessMm: measures.number('sliceThickness'),
      kernel: made.text('convolutionKernel'),
      acquisition: content('frameAcquisitionNumber') ?? dataset.number('acquisitionNumber'),
      temporalPosition: content('temporalPositionIndex'),
    };
  });
}

/** What a multi-frame file says of one of its frames, counted from 0, which share one instance. */
export function factsOfFrame({ ofFrames, ...shared }: SliceFacts, frame: number): SliceFacts {
  const own = ofFrames?.[frame] ?? { position: undefined };
  return { ...shared, ...own, instanceUid: undefined, instanceNumber: frame + 1 };
}

/** The facts that may be kept: without whom they are of. */
export function withoutIdentity({
  identity: _identity,
  studyDate: _date,
  studyDescription: _description,
  ofFrames: _frames,
  ...facts
}: SliceFacts): SliceFacts {
  return facts;
}

function typesOf(dataset: Dataset): readonly string[] | undefined {
  const types = dataset.texts('imageType');
  return types.length === 0 ? undefined : types;
}

function vector([x, y, z, ...others]: readonly number[]): Vector | undefined {
  return x === undefined || y === undefined || z === undefined || others.length > 0 ? undefined : [x, y, z];
}
