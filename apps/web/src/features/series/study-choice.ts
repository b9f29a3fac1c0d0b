import type { FileIdentity } from '@second-read/core/patient/file-identity';
import type { PatientStudy } from '@second-read/core/patient/patients-of-files';
import type { SliceFacts } from '@second-read/core/series/slice-facts';

/** One of several studies among chosen files, for the screen. */
export interface StudyChoice {
  readonly identity: FileIdentity;
  readonly files: number;
  /** As DICOM writes it. */
  readonly date: string | null;
  readonly description: string | null;
}

export function studyChoice({ identity, files }: PatientStudy<{ readonly facts: SliceFacts }>): StudyChoice {
  const said = (name: 'studyDate' | 'studyDescription') =>
    files.map(({ facts }) => facts[name]).find((text) => text !== undefined) ?? null;
  return { identity, files: files.length, date: said('studyDate'), description: said('studyDescription') };
}

/** `19700131` as `1970-01-31`; anything else as it is. */
export function examDay(date: string): string {
  return date.replace(/^(\d{4})\.?(\d{2})\.?(\d{2})$/, '$1-$2-$3');
}
