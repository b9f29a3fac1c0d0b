import type { AssessmentCategory } from './assessment-category.ts';
import type { ExamTime } from './exam-time.ts';

/** Who, when, which: known once a report is stored; null before. */
export interface ReportHeader {
  readonly reportId: string | null;
  readonly patientId: string | null;
  /** Age and sex in words, where the site keeps them: "54 years, female". */
  readonly person?: string;
  /** Name, birth date and request in words, where the site keeps them. */
  readonly details?: readonly (readonly [label: string, value: string])[];
  /** ISO 8601. */
  readonly createdAt: string | null;
  /** Full name, else user name, else null. */
  readonly analysedBy: string | null;
  /** When the picture was taken, where its file says so: a local time of the scanner. */
  readonly exam?: ExamTime;
  /**
   * Which picture of a larger whole was read, in words: "Frame 57 of 120". Missing where there was only one.
   */
  readonly part?: string;
  /** How much of the body the picture's width spans; missing where the pixel size is not known. */
  readonly widthMm?: number;
}

/** Of what is not stored. */
export const noHeader: ReportHeader = { reportId: null, patientId: null, createdAt: null, analysedBy: null };

/**
 * A line of a report that is a table; `finding`: the finding type of the reading that it words, where it
 * words one; `isFound`: and it was found.
 */
export type ReportRow = readonly [label: string, words: string, finding?: string, isFound?: true];

/** The end of a row. */
export const foundMark = (isFound: boolean): [true?] => (isFound ? [true] : []);

export interface ReportDetail {
  readonly label: string;
  readonly value: string;
  /**
   * The descriptor of the reading that this says in words, e.g. `margin`: exports write the code of its value
   * instead.
   */
  readonly descriptor?: string;
}

/** Where the details named "Mass 1", "Mass 2" lie: percent of the picture's width and height. */
export interface FindingPlace {
  readonly number: number;
  readonly x: number;
  readonly y: number;
}

export interface ReportFinding {
  /** Finding type of the manifest. */
  readonly type: string;
  readonly label: string;
  /** `#RRGGBB`. */
  readonly colour: string;
  readonly found: boolean;
  /** Absent where it was looked for; else the note says why not. */
  readonly isAssessed?: false;
  /** 0 to 100. */
  readonly confidence: number | null;
  /** Said beside the confidence, e.g. "fixed display value". */
  readonly confidenceNote?: string;
  readonly details: readonly ReportDetail[];
  /** Of a finding with several members, each by its number in the details. */
  readonly places?: readonly FindingPlace[];
  readonly note?: string;
}

export interface Assessment {
  readonly heading: string;
  readonly category?: AssessmentCategory;
  readonly comments: readonly string[];
  readonly trace: readonly string[];
}

export type ImageRole = 'original' | 'segmented' | 'overlay' | 'figure';

/** A finding's outline, or a measurement, on a picture that has none drawn into it: a closed line. */
export interface ImageMark {
  /** "#E69F00" */
  readonly colour: string;
  /** Shares of the picture's width and height, from 0 to 1. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** The same on a key image. */
export interface KeyImageMark extends ImageMark {
  /** Whether its ends are not joined. */
  readonly isOpen: boolean;
  /** Written beside it. */
  readonly lines: readonly string[];
}

type BorderLetters = Readonly<Record<'left' | 'right' | 'top' | 'bottom', string>>;

export interface ReportImage {
  readonly role: ImageRole;
  readonly label: string;
  /** Drawn over it on paper; absent where the picture shows its findings itself. */
  readonly marks?: readonly ImageMark[];
  /** Towards what of the patient each border lies (`R`, `A`, …); absent where the file does not say. */
  readonly letters?: BorderLetters;
}

/** An image that the reader chose. */
export interface KeyReportImage {
  /** `key` and its id. */
  readonly role: `key ${string}`;
  readonly label: string;
  readonly marks: readonly KeyImageMark[];
  readonly letters: BorderLetters | null;
  /** How much of the body its width spans; null where that is not known. */
  readonly widthMm: number | null;
}

/** One report, drawn by the screen and by the PDF: the two cannot disagree. */
export interface ReportDocument {
  /** Id of the module that read. */
  readonly module: string;
  /** Of a whole exam: its conclusion comes first. Absent of a single picture. */
  readonly kind?: 'exam';
  readonly title: string;
  readonly header: ReportHeader;
  /** Who verified it, at the head of paper; absent: not reviewed yet. */
  readonly verification?: string;
  /** A clinician signed it, and it is in force. */
  readonly isSigned?: true;
  /** Of an earlier version: the one in force. */
  readonly replacedBy?: number;
  readonly images: readonly ReportImage[];
  /** That the reader chose: before the others on paper, of an exam in place of them. */
  readonly keyImages?: readonly KeyReportImage[];
  readonly findings: readonly ReportFinding[];
  /** Brain: Finding and Observation. */
  readonly table?: {
    readonly head: readonly [string, string];
    readonly rows: readonly ReportRow[];
  };
  /** What the reader measured: image and kind, then the value. */
  readonly measured?: readonly ReportRow[];
  readonly assessment?: Assessment;
  readonly diagnosis?: { readonly heading: string; readonly text: string };
  /** The disclaimer of the specification, printed at the foot. */
  readonly disclaimer: string;
  /** After the disclaimer: who signed it, or that it is not signed. Absent of what is not stored. */
  readonly standing?: string;
  /** "Research use only. Not for primary diagnosis." */
  readonly notice: string;
  /** With `{timestamp}` still to be filled in by whoever saves it. */
  readonly fileName: string;
}
