import { textsBy } from '@second-read/core/reading/told';
import type { ReportDocument, ReportFinding, ReportHeader } from '@second-read/core/report/document';
import {
  assessmentOf,
  drawnImages,
  imageDocument,
  notSpecified,
  unread,
} from '@second-read/core/report/image-document';
import { listed } from '@second-read/core/report/sentences';
import { manifest } from '../manifest.ts';
import type { CervixReading, SwedeScore } from '../reading/schema.ts';
import { commentsOf } from './comments.ts';
import { saidOf } from './finding-words.ts';
import { impressionOf } from './impression.ts';
import { descriptors, swedeParts } from './words.ts';

function shownFinding(
  { id: type, label, colour }: (typeof manifest.findingTypes)[number],
  { findings }: CervixReading,
): ReportFinding {
  const finding = findings.find((each) => each.type === type);
  if (finding === undefined || finding.reason === 'not_reported' || finding.reason === 'malformed') {
    return {
      ...{ type, label, colour, found: false, isAssessed: false },
      ...{ confidence: null, details: [], note: unread },
    };
  }
  const found = finding.state === 'found';
  const said = saidOf(finding, findings);
  const details = (descriptors[type] ?? []).map(([field, name]) => ({
    label: name,
    value: said[field]?.trim() ? (said[field] ?? '') : notSpecified,
  }));
  return {
    type,
    label,
    colour,
    found,
    confidence: finding.certainty,
    ...(finding.state === 'not_assessed' && { isAssessed: false }),
    details: found ? details : [],
    ...(said.clinical_note ? { note: said.clinical_note } : {}),
  };
}

/** "Swede score 3 to 7 of 10: acetowhiteness 1, margin 0, lesion size 2; without vessels and iodine." */
function swedeSentence(swede: SwedeScore | null): string {
  const scored = swedeParts.flatMap(([part, label]) => {
    const value = swede?.[part] ?? null;
    return value === null ? [] : [{ label: label.toLowerCase(), value }];
  });
  const left = swedeParts.filter(([part]) => (swede?.[part] ?? null) === null);
  const min = scored.reduce((sum, { value }) => sum + value, 0);
  if (scored.length === 0) return 'Swede score: not scored, since no lesion is reported.';
  const points = scored.map(({ label, value }) => `${label} ${value}`).join(', ');
  const open = listed(left.map(([, label]) => label.toLowerCase()));
  const range = `${min} to ${min + 2 * left.length} of 10`;
  return `Swede score ${range}: ${points}${open === '' ? '' : `; without ${open}`}.`;
}

export const textsOf = textsBy<CervixReading>(impressionOf, commentsOf);

/**
 * The report of a photograph of the cervix. It never names a BI-RADS category: that scale is the breast's.
 */
export function toDocument(reading: CervixReading, header: ReportHeader): ReportDocument {
  // Replies of another server, and old ones, may have no score at all.
  const hasScore = reading.swede !== null || reading.origin === 'engine';
  const { conclusion, comments } = textsOf(reading);
  const overlay = { role: 'overlay', label: 'Overlay Image' } as const;
  return imageDocument(reading, header, {
    ...{ manifest, title: 'Cervix Image Analysis Report', images: [...drawnImages, overlay], conclusion },
    findings: manifest.findingTypes.map((entry) => shownFinding(entry, reading)),
    assessment: assessmentOf(reading, [...(hasScore ? [swedeSentence(reading.swede)] : []), ...comments]),
  });
}
