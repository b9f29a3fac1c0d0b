import { Damaged } from '../decode/dicom/dataset/damaged.ts';
import type { Dataset } from '../decode/dicom/dataset/dataset.ts';
import { patientId } from '../decode/dicom/patient-id.ts';
import { readHead } from '../decode/dicom/read-file.ts';
import { saysBurnedIn } from '../decode/dicom/says-burned-in.ts';
import { sideOf, viewOf } from '../decode/dicom/side-and-view.ts';
import { sniff } from '../decode/sniff.ts';

export type Vector = readonly [x: number, y: number, z: number];

/** What a DICOM file says of its place among others; undefined where it says nothing. */
export interface SliceFacts {
  readonly seriesUid?: string | undefined;
  readonly instanceUid?: string | undefined;
  readonly description?: string | undefined;
  readonly modality?: string | undefined;
  readonly patientId?: string | undefined;
  readonly instanceNumber?: number | undefined;
  /** Of the first pixel, in millimetres in the patient. */
  readonly position?: Vector | undefined;
  /** Directions of the rows and of the columns. */
  readonly rowDirection?: Vector | undefined;
  readonly columnDirection?: Vector | undefined;
  readonly rows: number;
  readonly columns: number;
  readonly bitsStored: number;
  readonly frames: number;
  readonly thicknessMm?: number | undefined;
  /** Values of Image Type (0008,0008), e.g. ORIGINAL, PRIMARY, LOCALIZER. */
  readonly imageType?: readonly string[] | undefined;
  /** Convolution Kernel (0018,1210). */
  readonly kernel?: string | undefined;
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

/**
 * Reads the first bytes of a file. `isAll`: there are no more of them. `inflate` unpacks the beginning of a
 * deflated one.
 */
export function readSliceFacts(
  bytes: Uint8Array,
  isAll: boolean,
  inflate?: (packed: Uint8Array) => Uint8Array,
): HeadOutcome {
  if (sniff(bytes) !== 'dicom') return { kind: 'not-dicom' };
  try {
    const head = readHead(bytes, inflate);
    // Deflated: only the server looks inside.
    if (head === undefined) return { kind: 'slice', facts: unknown };
    const facts = factsOf(head.dataset);
    if (!head.isWhole && !isAll) return { kind: 'more' };
    if (facts.rows === 0 || facts.columns === 0 || !head.isWhole) return { kind: 'no-picture' };
    return { kind: 'slice', facts };
  } catch (error) {
    if (error instanceof Damaged) return { kind: 'not-dicom' };
    throw error;
  }
}

const unknown: SliceFacts = { rows: 0, columns: 0, bitsStored: 0, frames: 1 };

function factsOf(dataset: Dataset): SliceFacts {
  const directions = dataset.numbers('imageOrientation');
  const frames = dataset.number('numberOfFrames') ?? 1;
  return {
    seriesUid: dataset.text('seriesInstanceUid'),
    instanceUid: dataset.text('sopInstanceUid'),
    description: dataset.text('seriesDescription'),
    modality: dataset.text('modality'),
    patientId: patientId(dataset),
    instanceNumber: dataset.number('instanceNumber'),
    position: vector(dataset.numbers('imagePosition')),
    rowDirection: vector(directions.slice(0, 3)),
    columnDirection: vector(directions.slice(3, 6)),
    rows: dataset.number('rows') ?? 0,
    columns: dataset.number('columns') ?? 0,
    bitsStored: dataset.number('bitsStored') ?? 0,
    frames: Number.isInteger(frames) && frames > 1 ? Math.min(frames, 100_000) : 1,
    thicknessMm: dataset.number('sliceThickness'),
    imageType: typesOf(dataset),
    kernel: dataset.text('convolutionKernel'),
    contrast: dataset.text('contrastAgent'),
    laterality: sideOf(dataset),
    view: viewOf(dataset),
    saysBurnedIn: saysBurnedIn(dataset),
  };
}

function typesOf(dataset: Dataset): readonly string[] | undefined {
  const types = dataset.texts('imageType');
  return types.length === 0 ? undefined : types;
}

function vector([x, y, z, ...others]: readonly number[]): Vector | undefined {
  return x === undefined || y === undefined || z === undefined || others.length > 0 ? undefined : [x, y, z];
}
