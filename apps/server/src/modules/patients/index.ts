export { compareToBatch, openBatchIdentity, sealBatchIdentity } from './batch-identity.ts';
export { type ExamRow, examOf, openExam, type PictureExam, sealExam, searchedNames } from './exam.ts';
export { foldPatientId } from './fold-patient-id.ts';
export { pictureDigests } from './picture-digest.ts';
export {
  type ArchivedPicture,
  openOrigin,
  openOriginToken,
  type PictureOrigin,
  sealOrigin,
  sealOriginToken,
} from './picture-origin.ts';
export { requireDataKeys } from './require-keys.ts';
export { presentPatient, requireTypedPatient } from './require-typed-patient.ts';
export { namesOfAnalyses, patientColumns, resealPatients, sealEarlierPatients } from './reseal.ts';
export { openField, openPatient, requestDigests, sealPatient } from './sealed-patient.ts';
export { digestOf, periodMs, periodOf, type SearchScope, tokensToFind } from './search-tokens.ts';
