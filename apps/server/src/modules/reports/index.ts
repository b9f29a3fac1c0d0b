import type { App } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import { verifyReport } from '../reviews/index.ts';
import { exportHistory } from './export/export-history.ts';
import { exportReport } from './export/export-report.ts';
import { noteExport } from './export/note-export.ts';
import { knownPatient } from './known-patient.ts';
import { knownPictures } from './known-pictures.ts';
import { allReports } from './lists/all-reports.ts';
import { everyReport } from './lists/every-report.ts';
import { myReports } from './lists/my-reports.ts';
import { priorReports } from './priors/prior-reports.ts';
import { readReport } from './read-report.ts';
import { reportMarks } from './report-marks.ts';
import { opinionRoutes } from './review/opinion-routes.ts';
import { reviewRoutes, versionRoutes } from './review/review-routes.ts';
import { examSlices } from './slices/exam-slices.ts';

export { denyReport } from './deny-report.ts';
export { type StoredImage, storedImages } from './dicom/stored-images.ts';
export { type StudyLine, studyLines } from './dicom/study-lines.ts';
export { exportPlaces } from './export/exports-in-flight.ts';
export { inCompute } from './export/in-compute.ts';
export { instanceOfForm, pushedFile } from './export/pushed-file.ts';
export { storedPng } from './export/stored-pictures.ts';
export { instanceOfFile, type ReportRecord, storedRecord } from './export/stored-record.ts';
export { type ExamImage, type SpooledFile, writeExport } from './export/write-export.ts';
export { fillReadingsInBackground } from './fill-readings.ts';
export { seenBy } from './hide-results.ts';
export { idsByPatient } from './lists/search-reports.ts';
export { examFields, personFields, presentReport } from './present-report.ts';
export { findPriorExam, type PriorExam } from './priors/prior-exam.ts';
export {
  findPictureOrigin,
  findReport,
  findReports as findStoredReports,
  insertReport,
  reportsOfPatient,
  type StoredReport,
} from './reports.repository.ts';
export { drawReviewed } from './reviewed-picture.ts';
export { unreadable } from './unreadable-report.ts';

export function reportRoutes(app: App, context: AppContext): void {
  for (const route of [
    myReports,
    allReports,
    everyReport,
    readReport,
    examSlices,
    priorReports,
    knownPatient,
    knownPictures,
    exportReport,
    exportHistory,
    noteExport,
    reviewRoutes,
    versionRoutes,
    opinionRoutes,
    reportMarks,
    verifyReport,
  ])
    route(app, context);
}
