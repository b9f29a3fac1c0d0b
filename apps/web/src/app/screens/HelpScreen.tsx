import { useEffect } from 'react';
import { generatePath, useLocation, useParams } from 'react-router';
import { Help } from '../../features/help/Help.tsx';
import { helpPageIds, helpPages } from '../../features/help/pages.ts';
import '../../ui/mantine-app.css';
import { Page } from '../../ui/page/Page.tsx';
import { paths } from '../paths.ts';

/** The handbook: /help/:page, the reader's where the address names none. */
export function HelpScreen() {
  const params = useParams();
  const page = helpPageIds.find((id) => id === params.page) ?? helpPageIds[0];
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <Page title={helpPages[page].title} subtitle="Handbook">
      <Help page={page} addressOf={(id) => generatePath(paths.help, { page: id })} />
    </Page>
  );
}
