import { seriesOutline } from '@second-read/core/exam/stack/series-choice';
import { storedExam } from '@second-read/core/exam/stored-exam';
import { anyReading } from '@second-read/core/reading/reading';
import { captureNote } from '@second-read/core/report/capture-note';
import { z } from 'zod';
import { moduleId } from './module-id.ts';
import { reviewMark } from './reviews.ts';

export const analysedBy = z.object({ full_name: z.string().nullish(), username: z.string().nullish() });

/** When a picture was taken, in the scanner's local time; absent where its file does not say. */
const examFields = {
  /** `2007-11-22`. */
  exam_date: z.string().optional(),
  /** `10:30` or `10:30:05`. */
  exam_time: z.string().optional(),
};

const vector = z.tuple([z.number(), z.number(), z.number()]);

/** What is known of the picture that was read. */
export const studyFacts = z.object({
  width: z.number().int(),
  height: z.number().int(),
  format: z.string(),
  bits_stored: z.number().int(),
  /** Null where the file does not say how large a pixel is. `kind`: `calibrated` or `imager`. */
  spacing_mm: z.object({ x: z.number(), y: z.number(), kind: z.string() }).nullable(),
  /** Of a multi-frame file: the frame that was read, from 1, and how many there are. */
  frame: z.number().int().optional(),
  frames: z.number().int().optional(),
  /** Of a slice of a series: which one, from 1 in the order of position, and how many there are. */
  slice: z.number().int().optional(),
  slices: z.number().int().optional(),
  /** Of an exam: how many pictures it has. */
  exam_slices: z.number().int().optional(),
  /** Instance Number of a DICOM file: what the scanner and other viewers call the picture. */
  instance_number: z.number().int().optional(),
  /** Directions of rows and columns in the patient (PS3.3 C.7.6.2.1.1); absent where the file is silent. */
  directions: z.object({ row: vector, column: vector }).optional(),
  /** Of a picture of the cervix: before or after acetic acid, as whoever took it says. */
  capture: captureNote.optional(),
  /** As the file says, where the site keeps it (`RETAIN_PATIENT_DETAILS`); names as DICOM writes them. */
  patient_name: z.string().optional(),
  /** `19700131`. */
  patient_birth_date: z.string().optional(),
  accession_number: z.string().optional(),
  referring_physician: z.string().optional(),
  study_description: z.string().optional(),
  patient_sex: z.enum(['M', 'F', 'O']).optional(),
  /** As DICOM writes it: `054Y`, `009M`. */
  patient_age: z.string().optional(),
  ...examFields,
});

/**
 * What every stored report carries, whatever its module. The module's own fields (`report_text`,
 * `sulcation`, …) and its signed image links (named by `imageFields` of the manifest, relative,
 * valid for some minutes) stand beside these, so the object stays open.
 */
export const reportReply = z.looseObject({
  id: z.string(),
  module: moduleId,
  patient_id: z.string(),
  /** True where the patient ID was generated and identifies no person; absent otherwise. */
  patient_id_generated: z.boolean().optional(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Missing where unknown: shown as "Unknown". */
  analyzed_by: analysedBy.nullish(),
  study: studyFacts,
  /** The series whose slice it is, read as a whole: its results are at `GET /api/batches/{id}/results/`. */
  series_id: z.string().optional(),
  /**
   * Signed link like those of the pictures: an 8-bit grey PNG in the geometry of the study, each pixel the
   * number of its class in the module's legend. Absent in replies of no stored report.
   */
  label_map_url: z.string().optional(),
  /**
   * Where a reader rejected or outlined findings, the links above show the marks of the version in force;
   * these are the machine's own, under the same names.
   */
  machine_images: z.record(z.string(), z.string()).optional(),
  /**
   * The reading of a single image, of the version that the other fields show: findings with ids that last,
   * states, certainties, coded descriptors and measurements, by the schema of its `module` in that `version`.
   * Absent of an exam, of a hidden or unreadable result, and in replies of other servers: there the module's
   * own fields are read.
   */
  reading: anyReading.optional(),
  /**
   * The reading of a whole exam; absent of a report of a single picture. Slices: `GET
   * /api/reports/{id}/slices/`.
   */
  exam: storedExam.optional(),
  /** Later reports of the same exam, each from another of its series; absent where there is none. */
  rereadings: z.array(z.object({ id: z.string(), series: seriesOutline })).optional(),
  /**
   * The result is hidden from the caller until an opinion is given (`POST /api/reports/{id}/opinion/`): there
   * are no fields of the module, no marks, and of the pictures the original alone.
   */
  read_first: z.literal(true).optional(),
  /** In lists: what is stored of the report cannot be opened, and nothing of it is shown. */
  unreadable: z.literal(true).optional(),
  /** Of a report that a clinician began to review: the version that the other fields show. */
  review: reviewMark.optional(),
});
export type ReportReply = z.infer<typeof reportReply>;

/** Where a slice lies in the patient (PS3.3 C.7.6.2), millimetres. */
const sliceGeometry = z.object({
  /** Of the first pixel. */
  position: vector,
  /** Directions of the rows and of the columns. */
  row: vector,
  column: vector,
  thickness_mm: z.number().nullable(),
});

/** Which breast and view a mammogram shows; `told`: the file says so, else it was inferred from the image. */
const sliceHanging = z.object({
  side: z.enum(['left', 'right']),
  side_told: z.boolean(),
  view: z.enum(['CC', 'MLO']),
  view_told: z.boolean(),
  /** The chest wall lies at the border where that of the other breast would. */
  mirrored: z.boolean(),
});

/** `GET /api/reports/{id}/slices/`: the pictures of an exam that were read, in the order of its stack. */
export const examSlicesReply = z.array(
  z.object({
    /** As findings and key slices of the exam call it. */
    file: z.string(),
    /** Signed links, like those of a report. */
    original_url: z.string(),
    /** The stored DICOM file, in stored values; absent where the slice came as another kind of file. */
    dicom_url: z.string().optional(),
    /** Of a multi-frame file, from 1; null: the only one, or the one that its reader chooses. */
    frame: z.number().int().nullable().optional(),
    /** Absent while the result is hidden from the caller. */
    label_map_url: z.string().optional(),
    /** The machine's own, where a reader changed what is marked on the slice. */
    machine_label_map_url: z.string().optional(),
    /** Of a pixel in the patient; null where the file does not say. */
    pixel_mm: z.object({ x: z.number(), y: z.number() }).nullable(),
    /** Null where the file does not say. */
    geometry: sliceGeometry.nullable(),
    /** Null of what is no mammogram. */
    hanging: sliceHanging.nullable(),
  }),
);
export type ExamSlicesReply = z.infer<typeof examSlicesReply>;

/**
 * So many reports are counted, and reached by the number of their page; beyond them lists go on by `after`.
 */
export const countedAtMost = 1_000;

export const reportsQuery = z.object({
  /** `page` times `page_size` is at most `countedAtMost`. */
  page: z.coerce.number().int().min(1).max(countedAtMost).default(1),
  page_size: z.coerce.number().int().min(1).max(100).default(20),
  /**
   * Id of the last report of an earlier page: pages are counted from there, and cost the same however deep.
   */
  after: z.string().max(100).optional(),
  /** Literal, case-insensitive substring of the patient ID, trimmed by the server. */
  q: z.string().max(200).default(''),
});

export const reportsReply = z.object({
  /** Of all that match, up to `countedAtMost`. */
  count: z.number().int(),
  /** True where more match than were counted. */
  has_more: z.boolean().default(false),
  page: z.number().int(),
  page_size: z.number().int(),
  results: z.array(reportReply),
});
export type ReportsReply = z.infer<typeof reportsReply>;

/** By what the list over all modules is narrowed, each with counts. */
export const reportFacets = ['module', 'state', 'urgency', 'uploaded_by', 'signed_by'] as const;
export type ReportFacet = (typeof reportFacets)[number];

/** Days that the list is narrowed by, all included: of the exam as its file says, of the report. */
export const reportDays = ['exam_from', 'exam_to', 'from', 'to'] as const;
export type ReportDay = (typeof reportDays)[number];

/** How many of the newest reports the list over all modules looks at; one module's own list has no end. */
export const lookedAtMost = 3_000;

const word = z.string().max(200).optional();
const day = z.iso.date().optional();

/**
 * `GET /api/reports/`: the reports of all modules, newest first. `q`: part of a patient ID, of a report ID
 * or of a conclusion. Facets are user names, states, levels of urgency and modules.
 */
export const everyReportQuery = z.object({
  page: z.coerce.number().int().min(1).max(lookedAtMost).default(1),
  /** 0: counts alone. */
  page_size: z.coerce.number().int().min(0).max(100).default(20),
  q: z.string().max(200).default(''),
  scope: z.enum(['my', 'all']).default('my'),
  module: moduleId.optional(),
  ...{ state: word, urgency: word, uploaded_by: word, signed_by: word },
  /** Days of the report in the zone of the site, both included: `2026-03-01`. */
  ...{ from: day, to: day },
  /** Days of the exam as its file says, both included. A report without one is not in them. */
  ...{ exam_from: day, exam_to: day },
});
export type EveryReportQuery = z.output<typeof everyReportQuery>;

export const everyReportReply = reportsReply.extend({
  /** What each facet has, with how many reports where all other filters hold; the most frequent first. */
  facets: z.record(
    z.enum(reportFacets),
    z.array(z.object({ value: z.string(), label: z.string(), count: z.number().int() })),
  ),
});
export type EveryReportReply = z.infer<typeof everyReportReply>;

export const reportParams = z.object({ id: z.string().min(1).max(100) });

/** An earlier version, as it was signed; without it that in force. */
const version = z.coerce.number().int().min(1).max(10_000).optional();

/** `ahead`: fetched while the case before it is read; the trail tells it from a report that was opened. */
export const reportReadQuery = z.object({ ahead: z.literal('true').optional(), version });
export type ReportReadQuery = z.infer<typeof reportReadQuery>;

export const slicesQuery = z.object({ version });

/** An earlier report of the same patient and module, as a list names it. */
export const priorReport = reportReply
  .pick({ id: true, created_at: true, analyzed_by: true })
  .extend(examFields)
  .strip();
export type PriorReport = z.infer<typeof priorReport>;

/** `GET /api/{module}/reports/{id}/priors/`: newest exam first, at most 50. */
export const priorsReply = z.object({ results: z.array(priorReport) });
export type PriorsReply = z.infer<typeof priorsReply>;

/** Forms that a PACS takes. */
export const pushForms = [
  'dicom-sr',
  'dicom-cad-sr',
  'dicom-seg',
  'dicom-sc',
  'dicom-picture',
  'dicom-pdf',
  'dicom-ko',
] as const;

/** Files that the server makes of a stored report: `GET /api/{module}/reports/{id}/export/{form}/`. */
export const exportForms = ['csv', 'fhir', ...pushForms] as const;
export const exportForm = z.enum(exportForms);
export type ExportForm = z.infer<typeof exportForm>;
export const exportParams = z.object({ ...reportParams.shape, form: exportForm });

/** `new`: as a separate study, for an export to other institutions, whatever `EXPORT_UIDS` says. */
export const exportQuery = z.object({ uids: z.literal('new').optional() });
export type ExportQuery = z.infer<typeof exportQuery>;

/** `GET …/my-reports/export/` and `…/all-reports/export/`: the history as CSV, of these patients. */
export const historyExportQuery = reportsQuery.pick({ q: true });

/** Whether any report of the organisation already carries this patient ID (trimmed, exact). */
export const patientKnownQuery = z.object({ patient_id: z.string().min(1).max(200) });
export const patientKnownReply = z.object({ patient_known: z.boolean() });

/** A file about to be analyzed: by the digest of its bytes; the file itself is not sent. */
const uploadedPicture = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Of a multi-frame file: the frame, from 1. */
  frame: z.number().int().positive().max(1_000_000).optional(),
});
export type UploadedPicture = z.infer<typeof uploadedPicture>;

/** Whether pictures were read before, in the same organisation and by the same module. */
export const picturesKnownRequest = z.object({
  pictures: z.array(uploadedPicture).min(1).max(1000),
  /** Missing where none was entered, or it was made up. */
  patient_id: z.string().min(1).max(200).optional(),
});
export const picturesKnownReply = z.object({
  /** How many of the pictures have a report. */
  known: z.number().int(),
  /** The newest of their reports. */
  latest: z
    .object({
      id: z.string(),
      created_at: z.string(),
      /** The series it was read in as a whole. */
      series_id: z.string().optional(),
      same_patient: z.boolean(),
    })
    .nullable(),
});
export type PicturesKnownReply = z.infer<typeof picturesKnownReply>;
