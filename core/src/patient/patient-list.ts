import { areApart, type FileIdentity, patientFields, patientWords } from './file-identity.ts';
import type { PatientStudy } from './patients-of-files.ts';

/** Whether all are studies of one patient. */
export function isOnePatient(studies: readonly { readonly identity: FileIdentity }[]): boolean {
  const [first, ...others] = studies.map(({ identity }) => identity);
  return others.every((each) =>
    patientFields.every((field) => !areApart(field, first?.[field], each[field])),
  );
}

/** "2 patients", "3 studies of one patient". */
export function countWords(studies: readonly { readonly identity: FileIdentity }[]): string {
  return isOnePatient(studies)
    ? `${studies.length} studies of one patient`
    : `${studies.length} patients or studies`;
}

/** "patient 0042 (Doe^Jane, born 19700131), study 1.2.3: 12 files". */
export function studyLine({ identity, files }: Pick<PatientStudy<unknown>, 'identity' | 'files'>): string {
  const study = identity.studyUid === undefined ? '' : `, study ${identity.studyUid}`;
  return `${patientWords(identity)}${study}: ${files.length} ${files.length === 1 ? 'file' : 'files'}`;
}
