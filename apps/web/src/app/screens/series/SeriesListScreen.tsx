import { useQuery } from '@tanstack/react-query';
import { BatchList } from '../../../features/batch/results/BatchList.tsx';
import { batchesQuery } from '../../../features/batch/run/calls.ts';
import { LoadingRows } from '../../../ui/page/LoadingRows.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { StatusLine } from '../../../ui/page/StatusLine.tsx';
import '../../../ui/mantine-app.css';

/** The user's batches. */
export function SeriesListScreen() {
  const { data, isError, isFetching, refetch } = useQuery(batchesQuery);
  return (
    <Page title="Series" subtitle="Your series">
      {data && <BatchList batches={data} />}
      {!data && !isError && <LoadingRows label="Loading the series" height={64} />}
      {isError && (
        <StatusLine onRetry={() => void refetch()} isBusy={isFetching}>
          The series could not be loaded.
        </StatusLine>
      )}
    </Page>
  );
}
