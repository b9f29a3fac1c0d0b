import { StatusLine } from '../../ui/page/StatusLine.tsx';
import classes from './Pacs.module.css';

interface FoundItem {
  readonly key: string;
  readonly title: string;
  readonly facts: readonly (string | false)[];
  readonly onChoose: () => void;
}

interface FoundProps {
  query: { isPending: boolean; isFetching: boolean; error: Error | null; refetch: () => unknown };
  waiting: string;
  none: string;
  /** The PACS has more than are listed. */
  isCut: boolean;
  note?: string | null;
  items: readonly FoundItem[];
}

/** What the PACS told: still waiting, nothing, why not, or a list to choose from. */
export function Found({ query, waiting, none, isCut, note = null, items }: FoundProps) {
  return (
    <div className={classes.results}>
      {query.error && !query.isPending && (
        <StatusLine onRetry={() => void query.refetch()} isBusy={query.isFetching}>
          {query.error.message}
        </StatusLine>
      )}
      <p className={classes.status} role="status">
        {query.isPending ? waiting : !query.error && items.length === 0 ? none : null}
      </p>
      {items.length > 0 && (
        <ul className={classes.list}>
          {items.map(({ key, title, facts, onChoose }) => (
            <li key={key}>
              <button type="button" className={classes.item} onClick={onChoose}>
                <span className={classes.itemTitle}>{title || 'Without a name'}</span>
                <span className={classes.itemFacts}>{facts.filter(Boolean).join(' · ')}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {isCut && <p className={classes.status}>The PACS has more than is listed: narrow the search.</p>}
      {note && <p className={classes.status}>{note}</p>}
    </div>
  );
}
