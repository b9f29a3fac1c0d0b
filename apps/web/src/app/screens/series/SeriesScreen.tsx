import { manifestOf } from '@second-read/analyses/manifests';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ApiError } from '../../../api/calls/errors.ts';
import { BatchResults } from '../../../features/batch/results/BatchResults.tsx';
import { batchResultsQuery } from '../../../features/batch/run/calls.ts';
import { LoadingRows } from '../../../ui/page/LoadingRows.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { StatusLine } from '../../../ui/page/StatusLine.tsx';
import '../../../ui/mantine-app.css';
import { paths } from '../../paths.ts';
import classes from './SeriesScreen.module.css';

/** The results of one batch. */
export function SeriesScreen() {
  const { data, isError, error, isFetching, refetch } = useQuery(batchResultsQuery(useParams().id ?? ''));
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <Page
      title="Series Results"
      subtitle={
        data
          ? `${manifestOf(data.batch.module).title}, the most urgent slices first`
          : 'The most urgent slices first'
      }
    >
      {data && <BatchResults reply={data} />}
      {!data && !isError && <LoadingRows label="Loading the series" height={64} />}
      {isError && isMissing && <p role="alert">This series could not be found.</p>}
      {isError && !isMissing && (
        <StatusLine onRetry={() => void refetch()} isBusy={isFetching}>
          The series could not be loaded.
        </StatusLine>
      )}
      <p>
        <Link className={classes.link} to={paths.seriesList}>
          All my series
        </Link>
      </p>
    </Page>
  );
}
