import {
  isVerified,
  minuteOf,
  standingSentence,
  type Verification,
} from '@second-read/core/encode/verification';
import type { ReportDocument } from '@second-read/core/report/document';
import { sections, sectionWords } from '@second-read/core/review/change';
import type { ReviewMark } from '../reviews.ts';

/**
 * A report with what readers made of it: their texts and measurements, and who signed it.
 * @param site where a code is verified, without a slash at the end; null where that is not known
 */
export function markedDocument(
  document: ReportDocument,
  site: string | null,
  mark: Mark = machineAlone,
): ReportDocument {
  const {
    written = {},
    measured,
    key_images: keyImages,
    signed_by: signedBy,
    signed_at: signedAt,
    draft_by: draftBy,
    replaced_by: replacedBy,
  } = mark;
  const verification = { ...mark, ...definedOf({ signedBy, signedAt, draftBy, replacedBy }) };
  const head = headOf(mark, verification, site);
  const beside = sections.flatMap((section) =>
    section === 'impression' || !written[section] ? [] : [`${sectionWords[section]}: ${written[section]}`],
  );
  const { heading = 'Assessment', comments = [], trace = [], ...others } = document.assessment ?? {};
  return {
    ...document,
    ...(head !== undefined && { verification: head }),
    ...(isVerified(verification) &&
      (replacedBy === undefined ? { isSigned: true as const } : { replacedBy })),
    standing: standingSentence(verification),
    ...(measured && { measured }),
    ...(keyImages && { keyImages: keyImages.map(({ picture_url: _, ...image }) => image) }),
    ...(written.impression && {
      diagnosis: {
        heading: document.diagnosis?.heading ?? sectionWords.impression,
        text: written.impression,
      },
    }),
    ...((document.assessment || beside.length > 0) && {
      assessment: { ...others, heading, comments: [...beside, ...comments], trace },
    }),
  };
}

/** As replies mark a version, with the reason of one that was withdrawn where it is known. */
export type Mark = ReviewMark & { readonly reason?: string | undefined };

const machineAlone: Mark = { state: 'preliminary', version: 1 };

/** "VERIFIED: version 2, Ada Reader, 2026-11-23 10:04 UTC. Check at …/verify/XXXX" */
function headOf(mark: Mark, verification: Verification, site: string | null): string | undefined {
  const { state, version, verification_code: code, reason, draft_by: draftBy, replaced_by: by } = mark;
  if (state === 'withdrawn') return `WITHDRAWN: ${reason ?? 'entered in error'}`;
  if (!isVerified(verification)) return draftBy && `DRAFT BY ${draftBy} - NOT VERIFIED`;
  const check = code ? ` Check at ${site ?? ''}/verify/${code}` : '';
  const word = state === 'amended' ? 'VERIFIED, AMENDED' : 'VERIFIED';
  const replaced = by === undefined ? '' : ` REPLACED BY VERSION ${by}.`;
  return `${word}: version ${version}, ${verification.signedBy}, ${minuteOf(verification.signedAt)}.${replaced}${check}`;
}

/** Without the fields that are undefined. */
function definedOf<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
