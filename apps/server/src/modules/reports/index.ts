import type { AppContext } from '../../context.ts';
import type { App } from '../../http/caller.ts';
import { verifyReport } from '../reviews/index.ts';
import { exportHistory } from './export/export-history.ts';
import { exportPdf, exportReport } from './export/export-report.ts';
import { noteExport } from './export/note-export.ts';
import { knownPatient } from './known-patient.ts';
import { knownPictures } from './known-pictures.ts';
import { allReports } from './lists/all-reports.ts';
import { myReports } from './lists/my-reports.ts';
import { priorReports } from './priors/prior-reports.ts';
import { readReport } from './read-report.ts';
import { reportMarks } from './report-marks.ts';
import { opinionRoutes } from './review/opinion-routes.ts';
import { reviewRoutes, versionRoutes } from './review/review-routes.ts';
import { examSlices } from './slices/exam-slices.ts';

export { pushedFile } from './export/pushed-file.ts';
export { instanceOfFile } from './export/stored-record.ts';
export { fillReadingsInBackground } from './fill-readings.ts';
export { seenBy } from './hide-results.ts';
export { examFields, presentReport } from './present-report.ts';
export { findPriorExam, type PriorExam } from './priors/prior-exam.ts';
export {
  findPictureOrigin,
  findReport,
  findReports as findStoredReports,
  insertReport,
  isPatientKnown,
  type StoredReport,
} from './reports.repository.ts';
export { drawReviewed } from './reviewed-picture.ts';
export { storedImages } from './stored-images.ts';

export function reportRoutes(app: App, context: AppContext): void {
  for (const route of [
    myReports,
    allReports,
    readReport,
    examSlices,
    priorReports,
    knownPatient,
    knownPictures,
    exportReport,
    exportPdf,
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
