export const analysisIds = ['breast', 'brain-ct', 'lung', 'cervix'] as const;
export type AnalysisId = (typeof analysisIds)[number];

export type ServiceType =
  | 'breast_segmentation'
  | 'brain_ct_classification'
  | 'lung_segmentation'
  | 'cervix_segmentation';

/** Prefix of report ids: `breast-…`, `brain-…`, `lung-…`, `cervix-…`. */
export type ReportIdPrefix = 'breast' | 'brain' | 'lung' | 'cervix';

/** Which stored picture a view shows. `overlay` may be composed in the browser. */
export type ViewId = 'input' | 'segmented' | 'overlay' | 'figure';

export interface FindingType {
  readonly id: string;
  readonly label: string;
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
}

/** A named window of a CT, in Hounsfield units. */
export interface WindowPreset {
  readonly label: string;
  readonly centre: number;
  readonly width: number;
}

/** Everything the browser and the server need to know of a module without running it. */
export interface ModuleManifest {
  readonly id: AnalysisId;
  readonly reportIdPrefix: ReportIdPrefix;
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
  /** The call answers 504 after this. */
  readonly timeoutMs: number;
  /** `{patientId}` and `{timestamp}` are replaced. */
  readonly pdfFileName: string;
  readonly gallery: readonly GallerySample[];
  /** Partial readings that the command line offers as `--step`, handed to the engine as the option `step`. */
  readonly steps?: readonly string[];
  /** Names of the pictures in the wire response, by role. */
  readonly imageFields: Readonly<Partial<Record<'original' | 'segmented' | 'overlay' | 'figure', string>>>;
}
