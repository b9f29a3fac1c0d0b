import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { Link } from 'react-router';
import type { SliceNoun } from '../../../stage/layout/slices.ts';
import { formatDate } from '../../../ui/format/format-date.ts';
import classes from '../patient/PatientIdField.module.css';
import { knownWords } from './known-words.ts';
import { type ToBeRead, usePicturesKnown } from './use-pictures-known.ts';

interface KnownNoticeProps {
  manifest: ModuleManifest;
  /** The same array as long as they are the same pictures; null for what is not asked about. */
  pictures: readonly ToBeRead[] | null;
  noun: 'image' | SliceNoun;
  /** Empty where none was entered, or it was made up. */
  patientId: string;
}

/**
 * Says quietly that the same picture, or slices of the same series, were read before, with a link to the
 * report.
 */
export function KnownNotice({ manifest, pictures, noun, patientId }: KnownNoticeProps) {
  const known = usePicturesKnown({ manifest, pictures, patientId });
  const { latest } = known ?? {};
  const words =
    known &&
    latest &&
    knownWords({
      known,
      of: pictures?.length ?? 0,
      noun,
      date: formatDate(latest.created_at),
      hasPatient: patientId.trim() !== '',
    });
  return (
    <p className={classes.known} role="status">
      {words && latest && (
        <>
          {words.before}
          <Link to={`/analysis/${encodeURIComponent(latest.id)}`}>{latest.id}</Link>
          {words.after}
        </>
      )}
    </p>
  );
}
