import { useSearchParams } from 'react-router';
import { Worklist } from '../../../features/worklist/Worklist.tsx';
import { WorklistFilters } from '../../../features/worklist/WorklistFilters.tsx';
import { readWorklistAddress, writeWorklistAddress } from '../../../features/worklist/worklist-address.ts';
import { Page } from '../../../ui/Page.tsx';
import '../../../ui/mantine-app.css';

/** The organization's unsigned reports, the most urgent first. */
export function WorklistScreen() {
  const [search, setSearch] = useSearchParams();
  const view = readWorklistAddress(search);
  return (
    <Page title="Worklist" subtitle="Reports that no reader has signed, the most urgent first">
      <WorklistFilters
        view={view}
        onChange={(next) => setSearch(writeWorklistAddress(next), { replace: true })}
      />
      <Worklist view={view} />
    </Page>
  );
}
