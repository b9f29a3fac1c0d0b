import type { Box } from '../pixels/plane.ts';
import type { ModuleCoding } from '../reading/code.ts';
import type { AnyReading } from '../reading/reading.ts';
import type { ReportDocument } from '../report/document.ts';
import type { ExamTime } from '../report/exam-time.ts';
import type { ReaderMeasurement } from '../review/measurements/reader-measurement.ts';
import type { ExamSegments } from './exam-segments.ts';
import type { SourceInstance } from './source-instance.ts';
import type { Verification } from './verification.ts';

export type { SourceInstance } from './source-instance.ts';

/** The instances that are written of one report, and what they stand in. */
export type InstanceName =
  | 'picture'
  | 'capture'
  | 'segmentation'
  | 'report'
  | 'cad-report'
  | 'document'
  | 'key-objects';
export type UidName =
  | 'study'
  | 'device'
  | 'dimensions'
  | InstanceName
  | `${InstanceName}-series`
  | `region-${string}`
  | `finding-${string}`
  | `measurement-${string}`
  | `fhir-${string}`;

/** A slice of an exam in the study that its results join. */
export interface ExamSliceInstance extends SourceInstance {
  /** From 0 along the stack. */
  readonly place: number;
  /** Ids of the findings that it shows. */
  readonly findings: readonly string[];
}

/** What the reader measured on one image; `imageName`: "Slice 12 (image 45)". */
export interface ExportedMeasurement {
  readonly measurement: ReaderMeasurement;
  readonly imageName: string;
}

/** A view of a mammography exam that was read, in the study that its results join. */
export interface CadView extends SourceInstance {
  readonly side: 'left' | 'right';
  readonly view: 'CC' | 'MLO';
  /** Where findings of the report show, in pixels of the view. */
  readonly marks: readonly { readonly finding: string; readonly box: Box }[];
}

/** Slices by their series, each instance once: frames of one file are one instance. */
export function instancesBySeries(slices: readonly SourceInstance[]): Map<string, SourceInstance[]> {
  const series = new Map<string, SourceInstance[]>();
  for (const { frame: _frame, ...slice } of slices) {
    const own = series.get(slice.seriesUid) ?? [];
    series.set(slice.seriesUid, own);
    if (!own.some(({ sopInstanceUid }) => sopInstanceUid === slice.sopInstanceUid)) own.push(slice);
  }
  return series;
}

/**
 * Patient and study as the archive names them, so that what joins a study says the same of it (DICOM texts).
 */
export interface ArchivedStudy {
  readonly patientName: string;
  readonly patientBirthDate: string;
  readonly patientSex: string;
  readonly studyDate: string;
  readonly studyTime: string;
  readonly accessionNumber: string;
  readonly referringPhysician: string;
  readonly studyId: string;
  readonly studyDescription: string;
}

/** DICOM texts; undefined where the file said nothing. */
export interface KeptDetails {
  readonly patientName?: string | undefined;
  readonly patientBirthDate?: string | undefined;
  readonly patientSex?: string | undefined;
  readonly accessionNumber?: string | undefined;
  readonly referringPhysician?: string | undefined;
  readonly studyDescription?: string | undefined;
}

/** One stored report as every export sees it: all forms of a report come from this and agree. */
export interface ExportRecord {
  readonly reportId: string;
  readonly patientId: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Who had the analysis made. */
  readonly requestedBy: string | null;
  readonly organisation: string;
  readonly product: { readonly name: string; readonly version: string };
  /** Who verified it; missing in an AI result that was not reviewed. */
  readonly verification?: Verification;
  /** The words of the report. */
  readonly document: ReportDocument;
  /**
   * What it says, in codes: states, certainties and descriptors come from here. Null for modules that have
   * none yet.
   */
  readonly reading: AnyReading | null;
  readonly coding: ModuleCoding;
  readonly findingTypes: readonly { readonly id: string; readonly label: string; readonly colour: string }[];
  /** Classes of the label map that hold outlines of a reader's: all of it, or beside the machine's. */
  readonly outlinedBy?: Readonly<Record<number, 'reader' | 'both'>>;
  /** Class number of the label map → name. */
  readonly legend: Readonly<Record<number, string>>;
  readonly study: {
    readonly width: number;
    readonly height: number;
    /** `kind` `imager`: at the detector, so not a size in the patient. */
    readonly spacingMm: { readonly x: number; readonly y: number; readonly kind: string } | null;
    /** As the file says; undefined where it does not. */
    readonly sliceThicknessMm?: number;
    readonly laterality?: 'L' | 'R' | null;
    readonly view?: string | null;
  };
  /** When the picture was taken, where its file said so. */
  readonly exam?: ExamTime;
  /**
   * Undefined where the results are a separate study: their picture names none, or they leave the house.
   */
  readonly source?: SourceInstance;
  /** The reader's own, beside the findings. */
  readonly measurements?: readonly ExportedMeasurement[];
  /** That the reader chose, each with its window; `slice` from 0 along the stack, missing of a plane. */
  readonly keyImages?: readonly { readonly name: string; readonly slice?: number | undefined }[];
  /**
   * Of a whole exam: each slice that shows a finding, was measured on or is a key image, where it may be
   * named.
   */
  readonly slices?: readonly ExamSliceInstance[];
  /** Of an exam of slices: what is outlined on them, where the segmentation can refer to them. */
  readonly examSegments?: ExamSegments;
  /** What the file said of patient and request, where the site keeps it. */
  readonly kept?: KeptDetails;
  /** The site's offset from universal time when the report was made, and at the time of the exam. */
  readonly siteOffset?: { readonly created: string; readonly exam?: string };
  /** Known only while results are sent to the archive: it is asked for then, and never kept. */
  readonly archived?: ArchivedStudy;
  /** The same for the same report and name, and for no other; of the form 2.25.… (PS3.5 B.2). */
  readonly uid: (name: UidName) => string;
}

/** Millimetres per pixel in the patient; undefined where the file gives none, or only at the detector. */
export function calibratedSpacing({ study }: ExportRecord): { x: number; y: number } | undefined {
  return study.spacingMm?.kind === 'calibrated' ? study.spacingMm : undefined;
}
