import { manifests } from '@second-read/analyses/manifests';
import type { AuditEntry } from '@second-read/contract/audit';

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const reportId = new RegExp(`^([a-z]+)-(${uuid})$`);
/** A stored picture: organization, folder of the day, analysis, run, role. */
const pictureKey = new RegExp(`/(${uuid})-[^/]*-([a-z]+)\\.png$`);

const pictureWords: Readonly<Record<string, string>> = {
  original: 'Input image',
  segmented: 'Segmented image',
  overlay: 'Overlay',
  figure: 'Figure',
  labels: 'Marks',
};

/** What an id without a name of its own is, by the part of the action before its dot. */
const kinds: Readonly<Record<string, string>> = {
  session: 'Session',
  account: 'Account',
  analysis: 'Analysis',
  batch: 'Series',
  organisation: 'Organization',
  picture: 'Image',
  image: 'Image',
  report: 'Report',
  review: 'Report',
};

interface Subject {
  readonly words: string;
  /** The end of a long id: enough to tell two apart; null where the words say all. */
  readonly code: string | null;
}

/** What an entry is about, in words and with the end of its id. */
export function subjectOf({ action, subject }: Pick<AuditEntry, 'action' | 'subject'>): Subject | null {
  if (subject === null) return null;
  const [, analysis, role] = pictureKey.exec(subject) ?? [];
  if (analysis !== undefined && role !== undefined)
    return { words: `${pictureWords[role] ?? 'Image'} of analysis`, code: endOf(analysis) };
  // An upload that is not read yet, or a key of an older version.
  if (subject.includes('/')) return { words: 'Stored image', code: endOf(subject) };
  const [, prefix, id] = reportId.exec(subject) ?? [];
  if (prefix !== undefined && id !== undefined) return { words: reportWords(prefix), code: endOf(id) };
  const kind = kinds[action.split('.')[0] ?? ''];
  if (!new RegExp(`^${uuid}$`).test(subject)) return { words: subject, code: null };
  return { words: kind ?? 'Entry', code: endOf(subject) };
}

function reportWords(prefix: string): string {
  const manifest = manifests.find(({ reportIdPrefix }) => reportIdPrefix === prefix);
  return manifest ? `Report, ${manifest.title}` : 'Report';
}

/** The first parts of these ids are the time they were made: the last ones differ. */
function endOf(id: string): string {
  return id.slice(-6);
}
