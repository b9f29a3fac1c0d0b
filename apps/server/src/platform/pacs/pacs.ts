/** The archive that pictures are fetched from and results are sent to, over DICOMweb. */
export interface PacsSettings {
  /** Ends with a slash. Nothing outside of it is ever asked. */
  readonly baseUrl: string;
  /** Value of the Authorization header; undefined where the archive asks for none. Never logged. */
  readonly authorization: string | undefined;
  /** Name of the only organisation that may use it; null: whichever is alone in this installation. */
  readonly organisation: string | null;
  /** `automatic`: results of pictures from the archive go back to it by themselves. */
  readonly push: 'manual' | 'automatic';
  /** How long the archive may be silent. */
  readonly silenceMs: number;
  /** The pause before the second try of a push; it doubles from try to try. */
  readonly retrySeconds: number;
}

/** DICOM texts from the archive, truncated and without control characters; empty if absent. */
export interface PacsStudy {
  readonly studyUid: string;
  readonly patientId: string;
  /** With `^` between its components. */
  readonly patientName: string;
  readonly patientBirthDate: string;
  readonly patientSex: string;
  /** `YYYYMMDD`. */
  readonly studyDate: string;
  readonly studyTime: string;
  readonly accessionNumber: string;
  readonly referringPhysician: string;
  readonly studyId: string;
  readonly description: string;
  readonly modalities: readonly string[];
  /** Null where the archive does not count. */
  readonly instances: number | null;
}

export interface PacsSeries {
  readonly seriesUid: string;
  readonly modality: string;
  readonly number: number | null;
  readonly description: string;
  readonly bodyPart: string;
  readonly instances: number | null;
}

export interface PacsInstance {
  readonly sopInstanceUid: string;
  readonly sopClassUid: string;
  readonly number: number | null;
  readonly frames: number;
  readonly rows: number | null;
  readonly columns: number | null;
}

/** Empty texts do not filter. Dates are `YYYYMMDD`. */
export interface StudySearch {
  readonly patientId: string;
  readonly accessionNumber: string;
  readonly dateFrom: string;
  readonly dateTo: string;
}

/** Limited in number; `isCut` if the archive has more. */
export interface Found<T> {
  readonly items: readonly T[];
  readonly isCut: boolean;
}

export interface SeriesName {
  readonly studyUid: string;
  readonly seriesUid: string;
}

export interface InstanceName extends SeriesName {
  readonly sopInstanceUid: string;
}

/**
 * A picture archive: search, read, write. Every call has a time limit. Fails only with `PacsFailure` for
 * any failure of the archive or the network.
 */
export interface Pacs {
  searchStudies(search: StudySearch, signal?: AbortSignal): Promise<Found<PacsStudy>>;
  /** Undefined if the archive has no such study. */
  findStudy(studyUid: string, signal?: AbortSignal): Promise<PacsStudy | undefined>;
  listSeries(studyUid: string, signal?: AbortSignal): Promise<Found<PacsSeries>>;
  listInstances(series: SeriesName, signal?: AbortSignal): Promise<Found<PacsInstance>>;
  /**
   * Writes the instance, a Part 10 file, to `path`, sealed under the key of the spool; of more than
   * `maxBytes` nothing is kept.
   */
  fetchInstance(
    instance: InstanceName,
    to: { readonly path: string; readonly maxBytes: number },
    signal?: AbortSignal,
  ): Promise<{ readonly bytes: number; readonly sha256: string }>;
  /** Stores one Part 10 file. The same instance a second time is no failure. */
  store(
    file: { readonly sopInstanceUid: string; readonly content: Uint8Array },
    signal?: AbortSignal,
  ): Promise<void>;
}

/** Why the archive failed; `isLasting` if a retry will not help. */
export const pacsReasons = {
  unreachable: { message: 'The PACS cannot be reached.', isLasting: false },
  timed_out: { message: 'The PACS did not answer in time.', isLasting: false },
  unavailable: { message: 'The PACS is not available at the moment.', isLasting: false },
  not_authorised: { message: 'The PACS refused the credentials of this server.', isLasting: true },
  not_found: { message: 'The PACS does not have this object.', isLasting: true },
  refused: { message: 'The PACS refused the object.', isLasting: true },
  invalid_answer: { message: 'The PACS sent an invalid response.', isLasting: true },
  too_large: { message: 'The PACS sent more than this server accepts.', isLasting: true },
} as const;
export type PacsReason = keyof typeof pacsReasons;

export class PacsFailure extends Error {
  override readonly name = 'PacsFailure';

  /** `detail` is for the log and holds no patient data, no address and no secret. */
  constructor(
    readonly reason: PacsReason,
    readonly detail: string,
  ) {
    super(`${pacsReasons[reason].message} (${detail})`);
  }
}
