import { stateWords } from '@second-read/core/review/states';
import { useQuery } from '@tanstack/react-query';
import { fetchVersions } from '../../api/reports/reviews.ts';
import { formatDate } from '../../ui/format/format-date.ts';
import classes from './Review.module.css';

/** The versions of a report that was signed, the newest first; `etag` changes when they do. */
export function Versions({ reportId, etag }: { reportId: string; etag: string }) {
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
        {versions.map((each) => (
          <li key={each.version}>
            Version {each.version}: {stateWords[each.state]}
            {each.signed_by && ` by ${each.signed_by.full_name || each.signed_by.username}`}
            {each.signed_at && `, ${formatDate(each.signed_at)}`}
            {each.in_force && ' (in force)'}
          </li>
        ))}
      </ul>
    </details>
  );
}
