import { manifests } from '@second-read/analyses/manifests';
import type { AuditEntry } from '@second-read/contract/audit';

/** What the names of details mean, where the name itself does not say it. */
const names: Readonly<Record<string, string>> = {
  ahead: 'fetched while the case before it was read',
  attempt: 'try',
  because: 'because of',
  form: 'as',
  format: 'as',
  forms: 'as',
  found: 'found',
  known: 'analyzed before',
  link: 'link',
  of: 'part of it',
  q: 'search',
  sha256: 'fingerprint',
  tries: 'tries',
  totp: 'second factor',
  username: 'user name',
};

const values: Readonly<Record<string, string>> = {
  'dicom-ko': 'DICOM key images',
  'dicom-pdf': 'PDF in DICOM',
  'dicom-seg': 'DICOM segmentation',
  'dicom-sr': 'DICOM structured report',
  pdf: 'PDF',
  csv: 'CSV',
  png: 'PNG',
  fhir: 'FHIR',
  dicom: 'DICOM',
  code: 'code of the authenticator',
  email: 'e-mail',
  true: 'yes',
  false: 'no',
};

/** What else an entry says, each in a few words. */
export function detailsOf(details: AuditEntry['details']): string[] {
  return Object.entries(details).flatMap(([name, value]) => {
    if (value === null || value === '') return [];
    if (Array.isArray(value) && isListOfIds(value)) return [countWords(name, value.length)];
    return [`${names[name] ?? name.replaceAll('_', ' ')}: ${valueWords(value)}`];
  });
}

function isListOfIds(list: readonly unknown[]): boolean {
  return list.every((each) => typeof each === 'string' && /[0-9a-f]{8}-[0-9a-f]{4}-/.test(each));
}

/** "12 reports". */
function countWords(name: string, count: number): string {
  const plural = name.replaceAll('_', ' ');
  return `${count} ${count === 1 ? plural.replace(/s$/, '') : plural}`;
}

function valueWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueWords).join(', ');
  if (typeof value === 'object' && value !== null) return detailsOf({ ...value }).join(', ');
  const text = String(value);
  const manifest = manifests.find(({ id }) => id === text);
  if (manifest) return manifest.title;
  return values[text] ?? (/^[0-9a-f]{64}$/.test(text) ? text.slice(0, 12) : text.replaceAll('_', ' '));
}
