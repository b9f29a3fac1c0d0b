import type { DisplayKind } from '../orientation/standard-display.ts';
import type { AssessmentCategory } from '../report/assessment-category.ts';

/** Id of a module: the name of its folder below `analyses/`. `analyses/manifest-list.ts` lists them. */
export type AnalysisId = string;

/** What a trial is counted for, e.g. `breast_segmentation`. */
export type ServiceType = string;

/** Which stored picture a view shows. `overlay` may be composed in the browser. */
export type ViewId = 'input' | 'segmented' | 'overlay' | 'figure';

export interface FindingType {
  readonly id: string;
  readonly label: string;
  /** What its color marks in the picture, where that is more than the label says. */
  readonly markLabel?: string;
  /** Flat colour in the segmented picture and on the report, `#RRGGBB`. */
  readonly colour: string;
}

/** One colour of the segmented picture. */
export interface ColourKeyEntry {
  /** `#RRGGBB`. */
  readonly colour: string;
  readonly label: string;
}

export interface GallerySample {
  /** File below `/samples/<module>/`. */
  readonly file: string;
  readonly label: string;
  /** What its source says it shows; of the first sample, which the guided first run opens. */
  readonly truth?: string;
}

/** A named window of a CT, in Hounsfield units. */
export interface WindowPreset {
  readonly label: string;
  readonly centre: number;
  readonly width: number;
}

/** Pictures of the module can be taken with the device's camera, before and after acetic acid. */
export interface CameraManifest {
  /** So long after acetic acid the reaction is read, seconds. */
  readonly waitSeconds: number;
  /** Diameter of the guide over the shorter side of the picture, 0 to 1. */
  readonly guide: number;
}

/** What a module reads, as files declare it. */
export interface ReadsManifest {
  readonly display: DisplayKind;
  /** Modalities (0008,0060) of its images; a file that declares another is refused. Absent: any. */
  readonly modalities?: readonly string[];
}

/** Everything the browser and the server need to know of a module without running it. */
export interface ModuleManifest {
  readonly id: AnalysisId;
  /** Begins the ids of its reports: `brain` gives `brain-…`. */
  readonly reportIdPrefix: string;
  readonly serviceType: ServiceType;
  /** Path segment below `/api/`, e.g. `breast_segmentation`. */
  readonly apiPath: string;
  /** Browser route of the analysis screen. */
  readonly route: string;
  /** Title of the analysis screen. */
  readonly title: string;
  /** Name in "No trials remaining for …". */
  readonly trialName: string;
  /** What it reads, with its article, as refusals of the other modules call it. */
  readonly pictureName: string;
  readonly reads: ReadsManifest;
  readonly card: { readonly title: string; readonly features: readonly [string, string, string] };
  /** Words of the history screen's drop-down. */
  readonly historyLabel: string;
  readonly findingTypes: readonly FindingType[];
  /** Every colour of the segmented picture and what it marks, but the black of the background. */
  readonly colourKey: readonly ColourKeyEntry[];
  /** Class number of the label map → name. */
  readonly legend: Readonly<Record<number, string>>;
  /** Views of the "Change View" select, in order; empty: no select. */
  readonly views: readonly { readonly id: ViewId; readonly label: string }[];
  /** View shown when the result arrives. */
  readonly resultView: ViewId;
  /** Window of the stored view of a CT in Hounsfield units; without it the file's own. */
  readonly displayWindow?: { readonly centre: number; readonly width: number };
  /** Windows the viewer offers for a CT of this region, the most used first. */
  readonly windowPresets?: readonly WindowPreset[];
  /** Whether the browser re-encodes uploads to JPEG 0.92 on white. */
  readonly reencodesUploads: boolean;
  /**
   * Larger images are refused before they are decoded: as many as it reads within its time and the memory of
   * a thread.
   */
  readonly mostPixels: number;
  /** The call answers 504 after this. */
  readonly timeoutMs: number;
  /** `{patientId}` and `{timestamp}` are replaced. */
  readonly pdfFileName: string;
  /** Absent where its pictures come from files alone. */
  readonly camera?: CameraManifest;
  readonly gallery: readonly GallerySample[];
  /** Partial readings that the command line offers as `--step`, handed to the engine as the option `step`. */
  readonly steps?: readonly string[];
  /** Names of the pictures in the wire response, by role. */
  readonly imageFields: Readonly<Partial<Record<'original' | 'segmented' | 'overlay' | 'figure', string>>>;
  /** Fields besides the images without which a reply is refused as incomplete. */
  readonly requiredFields: readonly string[];
  /** Shown while an image waits to be analyzed; without it the words "Pending analysis" alone. */
  readonly pendingCategory?: AssessmentCategory;
  /** An `output` of these words means that no report is shown. */
  readonly pendingOutput?: string;
  /** Whether a click outside of the controls shakes an empty patient ID. */
  readonly shakesPatientField?: boolean;
  /** Whether a failed analysis is reported in a quiet line in place of an alert. */
  readonly failsQuietly?: boolean;
  /** Sentences of the specification that differ from those of the other modules. */
  readonly pdfWords?: { readonly nothingToDownload?: string; readonly failed?: string };
  /** Figures that others published on comparable tasks and other data. */
  readonly publishedFigures: readonly string[];
}
