import { type SetAside, setAsideMessages } from '@second-read/core/exam/stack/set-aside';
import { countWords, isOnePatient, studyLine } from '@second-read/core/patient/patient-list';
import { type PatientStudy, patientsOfFiles } from '@second-read/core/patient/patients-of-files';
import type { ExamFile } from './gather-files.ts';

export interface OnePatient {
  readonly files: readonly ExamFile[];
  readonly setAside: readonly SetAside[];
  /** What the files spell in several ways, for the screen. */
  readonly spellings: readonly string[];
}

/** Reads all files as one exam: data sets may have given each file a patient ID that is not the patient's. */
export const asOne = 'all';

/**
 * The files of one study of one patient: all, or those of the wanted study.
 * @throws Error that lists patients and studies where there are several and none is wanted.
 */
export function filesOfOnePatient(
  files: readonly ExamFile[],
  { study, series }: { readonly study: string | undefined; readonly series: string | undefined },
): OnePatient {
  if (study === asOne) return { files, setAside: [], spellings: [] };
  // A series that is named by its UID is the only one that is read.
  const ofSeries = files.filter(({ facts }) => series !== undefined && facts.seriesUid === series);
  const read = ofSeries.length > 0 ? ofSeries : files;
  const studies = patientsOfFiles(read);
  const chosen = studies.length > 1 ? chosenOf(studies, study) : studies[0];
  if (studies.length > 1 && !chosen) throw new Error(severalWords(studies));
  if (!chosen || studies.length === 1) return { files, setAside: [], spellings: chosen?.spellings ?? [] };
  const reason = isOnePatient(studies) ? 'other_study' : 'other_patient';
  const setAside = read
    .filter((file) => !chosen.files.includes(file))
    .map(({ name }) => ({ file: name, reason, message: setAsideMessages[reason] }) as const);
  return { files: chosen.files, setAside, spellings: chosen.spellings };
}

/** By its number in the list, or its UID where that is one patient's. */
function chosenOf(studies: readonly PatientStudy<ExamFile>[], wanted: string | undefined) {
  if (wanted === undefined) return undefined;
  const named = studies.filter(({ identity }) => identity.studyUid === wanted);
  return named.length === 1 ? named[0] : studies[Number(wanted) - 1];
}

function severalWords(studies: readonly PatientStudy<ExamFile>[]): string {
  const lines = studies.map((each, at) => `  ${at + 1}. ${studyLine(each)}`);
  const ask = 'An exam has one patient and one study: choose with --study NUMBER, or give the files of one.';
  return [`The files are of ${countWords(studies)}; nothing was read.`, ...lines, ask].join('\n');
}
