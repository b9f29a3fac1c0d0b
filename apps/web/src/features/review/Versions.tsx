import { stateWords } from '@second-read/core/review/states';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { fetchVersions } from '../../api/reports/reviews.ts';
import { formatDate } from '../../ui/format/format-date.ts';
import classes from './Review.module.css';
import { ReasonLine } from './ReviewState.tsx';

interface VersionsProps {
  reportId: string;
  /** Changes when the versions do. */
  etag: string;
  /** The one that is on screen. */
  shown: number;
}

/** The versions of a report that was signed, the newest first, with why each was made; each can be read. */
export function Versions({ reportId, etag, shown }: VersionsProps) {
  const reply = useQuery({
    queryKey: ['versions', reportId, etag],
    queryFn: ({ signal }) => fetchVersions(reportId, signal),
  });
  const versions = reply.data?.versions ?? [];
  if (versions.length < 2) return null;
  return (
    <details>
      <summary>{versions.length} versions</summary>
      <ul className={classes.versions}>
        {versions.map(({ version, state, signed_by: by, signed_at: at, in_force: inForce, reason }) => (
          <li key={version}>
            {version === shown ? (
              `Version ${version}`
            ) : (
              <Link to={`?version=${version}`}>Version {version}</Link>
            )}
            {`: ${stateWords[state]}`}
            {by && ` by ${by.full_name || by.username}`}
            {at && `, ${formatDate(at)}`}
            {inForce && ' (in force)'}
            {reason && <ReasonLine {...{ state, reason }} />}
          </li>
        ))}
      </ul>
    </details>
  );
}
