export { assignReport, readersOf } from './assign-report.ts';
export { changeReview } from './change-review.ts';
export { type CurrentVersion, type CurrentVersions, currentVersions } from './current-version.ts';
export { fillWorklist, fillWorklistInBackground } from './fill-worklist.ts';
export { type Actor, releaseReview, startReview } from './hold.ts';
export { keyPictureKey, openKeyPicture } from './key-pictures.ts';
export { countOpen, countOverdue } from './open-reports.ts';
export { chooseReadFirst, presentAgreement } from './opinions/agreement.ts';
export { giveOpinion } from './opinions/give-opinion.ts';
export {
  blindReaders,
  type HidableReport,
  hiddenFrom,
  hiddenModules,
  hiddenResults,
  type Reader,
  readsFirst,
} from './opinions/hidden-results.ts';
export { presentOpinion } from './opinions/present-opinion.ts';
export { presentReview, presentVersions } from './present-review.ts';
export type { MachineReport, VersionContent } from './project.ts';
export { resetReviews } from './reset-reviews.ts';
export { demoMark, type Person, personsOf } from './reviews.repository.ts';
export { amendReport, signReview, withdrawReport } from './sign-review.ts';
export { undoSignature } from './undo-signature.ts';
export { verifyReport } from './verify.ts';
export { enlistReport } from './worklist.repository.ts';
export { countNewer, worklistPage } from './worklist-page.ts';
export type { WorklistPlace, WorklistRow } from './worklist-search.ts';
