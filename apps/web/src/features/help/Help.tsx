import { useState } from 'react';
import { Link } from 'react-router';
import { PageNav } from '../../ui/page/PageNav.tsx';
import { Blocks } from './Blocks.tsx';
import classes from './Help.module.css';
import { findTasks, type HelpPageId, helpPageIds, helpPages } from './pages.ts';

interface HelpProps {
  page: HelpPageId;
  addressOf: (page: HelpPageId) => string;
}

/** One page of the handbook, beside the others and a search over all of them. */
export function Help({ page, addressOf }: HelpProps) {
  const [search, setSearch] = useState('');
  const found = findTasks(search);
  const isSearch = search.trim() !== '';
  const { lead, sections } = helpPages[page];
  const entries = helpPageIds.map((id) => ({
    to: addressOf(id),
    title: helpPages[id].title,
    isCurrent: id === page,
  }));
  return (
    <PageNav
      {...{ label: 'Handbook', searchLabel: 'Search the handbook', search, onSearch: setSearch, entries }}
    >
      {isSearch ? (
        <section aria-label="Found" className={classes.text}>
          <p role="status">{found.length === 0 ? 'No task has these words.' : `${found.length} found`}</p>
          <ul>
            {found.map(({ page: of, section }) => (
              <li key={`${of}-${section.id}`}>
                <Link to={`${addressOf(of)}#${section.id}`} onClick={() => setSearch('')}>
                  {section.heading}
                </Link>{' '}
                ({helpPages[of].title})
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <article className={classes.text}>
          <Blocks of={lead} />
          {sections.map(({ id, heading, blocks }) => (
            <section key={id} id={id}>
              <h2>{heading}</h2>
              <Blocks of={blocks} />
            </section>
          ))}
        </article>
      )}
    </PageNav>
  );
}
