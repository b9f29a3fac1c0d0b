import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './PageNav.module.css';

interface Entry {
  readonly to: string;
  readonly title: string;
  /** Said behind the title, quietly. */
  readonly note?: string;
  readonly isCurrent?: boolean;
}

interface PageNavProps {
  label: string;
  searchLabel: string;
  search: string;
  onSearch: (search: string) => void;
  entries: readonly Entry[];
  /** What the search has to say. */
  status?: string | false;
  /** The page, beside the list of all. */
  children: ReactNode;
}

/** Pages that belong together: their list with a search on one side, the open one on the other. */
export function PageNav({ label, searchLabel, search, onSearch, entries, status, children }: PageNavProps) {
  return (
    <div className={classes.layout}>
      <nav className={classes.nav} aria-label={label}>
        <TextInput
          type="search"
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={search}
          onChange={({ currentTarget }) => onSearch(currentTarget.value)}
        />
        <ul className={classes.list}>
          {entries.map(({ to, title, note, isCurrent = false }) => (
            <li key={`${to} ${title}`}>
              <Link
                to={to}
                className={classes.link}
                aria-current={isCurrent ? 'page' : undefined}
                onClick={() => onSearch('')}
              >
                {title} {note && <span className={classes.quiet}>{note}</span>}
              </Link>
            </li>
          ))}
        </ul>
        <p role="status" className={classes.quiet}>
          {status}
        </p>
      </nav>
      <div>{children}</div>
    </div>
  );
}
