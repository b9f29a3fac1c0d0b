export { changeReview } from './change-review.ts';
export { type CurrentVersion, currentVersions } from './current-version.ts';
export { type Actor, releaseReview, startReview } from './hold.ts';
export { presentReview, presentVersions } from './present-review.ts';
export type { MachineReport } from './project.ts';
export { amendReport, signReview, withdrawReport } from './sign-review.ts';
export { verifyReport } from './verify.ts';
export { enlistReport } from './worklist.repository.ts';
