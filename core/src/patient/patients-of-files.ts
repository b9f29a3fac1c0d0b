import { areApart, type FileIdentity, fieldWords, identityFields, patientFields } from './file-identity.ts';

/** A file with what it says of its patient. */
interface NamedFile {
  readonly facts: { readonly identity?: FileIdentity | undefined };
}

/** Files of one study of one patient. */
export interface PatientStudy<T> {
  /** What the files say together, each field as the first that has it spells it. */
  readonly identity: FileIdentity;
  readonly files: readonly T[];
  /** Fields that the files of the patient spell in several ways, with the spellings in words. */
  readonly spellings: readonly string[];
}

interface Group<T> {
  identity: FileIdentity;
  readonly files: T[];
}

/**
 * Files by patient and study, the largest group first; more than one where they are not one exam's. A file
 * that names no patient belongs to the patient of its study, else to the only one there is; files without
 * any identity, such as photographs, are one group.
 */
export function patientsOfFiles<T extends NamedFile>(files: readonly T[]): PatientStudy<T>[] {
  const patients = grouped(files, (group, identity) =>
    patientFields.every((field) => !areApart(field, group[field], identity[field])),
  );
  return patients
    .flatMap(({ files: ofPatient }) => {
      const spellings = spellingsOf(ofPatient);
      const studies = grouped(
        ofPatient,
        (group, identity) => !areApart('studyUid', group.studyUid, identity.studyUid),
      );
      return studies.map(({ identity, files: ofStudy }) => ({ identity, files: ofStudy, spellings }));
    })
    .toSorted((a, b) => b.files.length - a.files.length);
}

/** Files that say most come first: what they agree on decides to whom the others belong. */
function grouped<T extends NamedFile>(
  files: readonly T[],
  fits: (group: FileIdentity, identity: FileIdentity) => boolean,
): Group<T>[] {
  const groups: Group<T>[] = [];
  const places = new Map<T, Group<T>>();
  for (const file of files.toSorted((a, b) => saidBy(b) - saidBy(a))) {
    const identity = file.facts.identity ?? {};
    const fitting = groups.filter((group) => fits(group.identity, identity));
    const found =
      fitting.find((group) => isSameStudy(group.identity, identity)) ?? only(fitting, saidBy(file));
    const group = found ?? { identity: {}, files: [] };
    if (!found) groups.push(group);
    group.identity = merged(group.identity, identity);
    places.set(file, group);
  }
  // In the order in which they came.
  for (const file of files) places.get(file)?.files.push(file);
  return groups;
}

/** A file that fits several groups and says nothing to choose one by is of none of them. */
function only<T>(fitting: readonly Group<T>[], said: number): Group<T> | undefined {
  if (fitting.length === 1) return fitting[0];
  if (said === 0) return fitting.find(({ identity }) => Object.keys(identity).length === 0);
  return fitting[0];
}

function isSameStudy({ studyUid: a }: FileIdentity, { studyUid: b }: FileIdentity): boolean {
  return a !== undefined && b !== undefined && !areApart('studyUid', a, b);
}

function saidBy({ facts: { identity } }: NamedFile): number {
  return identityFields.filter((field) => identity?.[field] !== undefined).length;
}

function merged(a: FileIdentity, b: FileIdentity): FileIdentity {
  const said = identityFields.flatMap((field) => {
    const value = a[field] ?? b[field];
    return value === undefined ? [] : [[field, value] as const];
  });
  const [taken, accessionNumber] = [a.taken ?? b.taken, a.accessionNumber ?? b.accessionNumber];
  return {
    ...Object.fromEntries(said),
    ...(taken && { taken }),
    ...(accessionNumber && { accessionNumber }),
  };
}

function spellingsOf(files: readonly NamedFile[]): string[] {
  return patientFields.flatMap((field) => {
    const values = new Set(files.flatMap(({ facts }) => facts.identity?.[field] ?? []));
    if (values.size < 2) return [];
    return [`${fieldWords[field]} spelled ${[...values].map((value) => `"${value}"`).join(' and ')}`];
  });
}
