import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useMay } from '../../../api/account/rights.ts';
import { AlarmDialog } from '../../../features/alarms/AlarmDialog.tsx';
import { SearchBox } from '../../../features/history/SearchBox.tsx';
import { SignedNotice } from '../../../features/review/sign/SignedNotice.tsx';
import { useSavedFilters } from '../../../features/worklist/use-saved-filters.ts';
import { Worklist } from '../../../features/worklist/Worklist.tsx';
import { WorklistFilters } from '../../../features/worklist/WorklistFilters.tsx';
import type { WorklistView } from '../../../features/worklist/worklist-address.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { LoadingRows } from '../../../ui/page/LoadingRows.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { UndoLine } from '../../../ui/page/UndoLine.tsx';
import { useIsNarrow } from '../../../ui/use-media.ts';
import '../../../ui/mantine-app.css';
import { paths } from '../../paths.ts';
import { atFirstAct } from './at-first-act.ts';
import { fetchDetails } from './fetch-details.ts';

const ReadingPane = lazy(async () => ({ default: (await import('./ReadingPane.tsx')).ReadingPane }));

/** The organization's unsigned reports, the most urgent first. */
export function WorklistScreen() {
  return useMay('read') ? <Reports /> : <NotForRole />;
}

function NotForRole() {
  return (
    <Page title="Worklist">
      <p>Your role shows you the reports of what you uploaded, in the analysis history.</p>
    </Page>
  );
}

function Reports() {
  const { view, change, isUnsaved } = useSavedFilters();
  const isNarrow = useIsNarrow();
  const [former, setFormer] = useState<WorklistView | null>(null);
  const [isAlarmsOpen, setAlarmsOpen] = useState(false);
  // Not in the address, which others may see.
  const [query, setQuery] = useState('');
  useEffect(() => atFirstAct(fetchDetails), []);
  return (
    <Page
      title="Worklist"
      isWide
      subtitle="Reports that no reader has signed, the most urgent first"
      actions={
        <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
          <LinkButton to={paths.agreement} variant="default">
            Reading first
          </LinkButton>
          <Button variant="default" onClick={() => setAlarmsOpen(true)}>
            Alarms
          </Button>
        </div>
      }
    >
      <SignedNotice next={null} />
      <AlarmDialog isOpen={isAlarmsOpen} onClose={() => setAlarmsOpen(false)} />
      {view && <WorklistFilters view={view} onChange={change} />}
      {view && (
        <SearchBox label="Search by Patient ID, name or accession number" query={query} onSearch={setQuery} />
      )}
      {former && view && Object.keys(view).length === 0 && (
        <UndoLine
          said="The filters were cleared."
          onUndo={() => {
            change(former);
            setFormer(null);
          }}
        />
      )}
      {isUnsaved && <p role="status">The filters apply here, but could not be saved.</p>}
      {view ? (
        <Worklist
          view={query === '' ? view : { ...view, q: query }}
          onClear={() => {
            setQuery('');
            setFormer(view);
            change({});
          }}
          pane={
            isNarrow
              ? null
              : (item) => (
                  <Suspense fallback={<LoadingRows label="Loading the report…" count={4} height={72} />}>
                    <ReadingPane item={item} />
                  </Suspense>
                )
          }
        />
      ) : (
        <LoadingRows label="Loading the worklist…" count={8} height={36} />
      )}
    </Page>
  );
}
