import { Button, Checkbox } from '@mantine/core';
import type { ReportReply } from '@second-read/contract/reports';
import { lazy, Suspense, useState } from 'react';
import { generatePath, useLocation, useParams, useSearchParams } from 'react-router';
import { ApiError } from '../../../api/errors.ts';
import { reportDocument, reportUrgency } from '../../../api/report-document.ts';
import { reportImages } from '../../../api/reports.ts';
import { PriorMenu } from '../../../features/compare/PriorMenu.tsx';
import { Details } from '../../../features/details/Details.tsx';
import { isDemoId, manifestOfAnalysisId } from '../../../features/details/demo-analysis.ts';
import { useAnalysis } from '../../../features/details/use-analysis.ts';
import { ExamViewer } from '../../../features/exam/ExamViewer.tsx';
import { writeHistoryAddress } from '../../../features/history/history-address.ts';
import { reportPdf } from '../../../features/pdf/download-report.ts';
import { ReportPanel } from '../../../features/report/ReportPanel.tsx';
import { ReviewPanel } from '../../../features/review/ReviewPanel.tsx';
import { hasReview, reviewedDocument } from '../../../features/review/reviewed-document.ts';
import { useReview } from '../../../features/review/use-review.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { MessageScreen } from '../../../ui/MessageScreen.tsx';
import '../../../ui/mantine-app.css';
import { paths } from '../../paths.ts';
import { LoadingAnalysis } from '../analysis/LoadingAnalysis.tsx';
import classes from './DetailsScreen.module.css';
import { ReportExport } from './ReportExport.tsx';

/** Loaded with the viewers, which a report alone does not need. */
const Comparison = lazy(async () => ({ default: (await import('./Comparison.tsx')).Comparison }));

/**
 * One analysis by its id: loading, not found, failed, or shown; beside an earlier one where the address names
 * it.
 */
export function DetailsScreen() {
  const id = useParams().id ?? '';
  const priorId = useSearchParams()[0].get('prior');
  if (priorId === null || isDemoId(id)) return <OneAnalysis id={id} />;
  return (
    <Suspense fallback={<LoadingAnalysis />}>
      <Comparison id={id} priorId={priorId} />
    </Suspense>
  );
}

function OneAnalysis({ id }: { id: string }) {
  const analysis = useAnalysis(id);
  const backTo = useHistoryAddress(id);
  if (analysis.isPending) return <LoadingAnalysis />;
  if (analysis.isError) {
    return <Failure id={id} backTo={backTo} error={analysis.error} onRetry={() => void analysis.refetch()} />;
  }
  return <Shown id={id} reply={analysis.data} backTo={backTo} onImageFail={() => void analysis.refetch()} />;
}

interface ShownProps {
  id: string;
  reply: ReportReply;
  backTo: string;
  onImageFail: () => void;
}

function Shown({ id, reply, backTo, onImageFail }: ShownProps) {
  const review = useReview(id, !isDemoId(id));
  const [isMachine, setMachine] = useState(false);
  const isReviewed = review.review !== undefined && hasReview(review.review);
  const document =
    review.review && isReviewed && !isMachine
      ? reviewedDocument(reply, review.review)
      : reportDocument(reply);
  const { study, series_id: seriesId, exam } = reply;
  const manifest = manifestOfAnalysisId(id);
  const images = reportImages(manifest, reply);
  return (
    <div className={classes.page}>
      <title>Analysis Details · Second Read</title>
      <Details
        document={document}
        images={images}
        colours={manifest.colourKey}
        ratio={study.width / study.height}
        isDemo={isDemoId(id)}
        backTo={backTo}
        seriesTo={seriesId === undefined ? null : generatePath(paths.series, { id: seriesId })}
        actions={
          !isDemoId(id) && (
            <div className={classes.ways}>
              {!exam && <PriorMenu manifest={manifest} reportId={id} />}
              <ReportExport
                manifest={manifest}
                reportId={id}
                isExam={exam !== undefined}
                drawPdf={() => reportPdf(document, images)}
              />
            </div>
          )
        }
        stack={exam && <ExamViewer reportId={id} manifest={manifest} exam={exam} />}
        onImageFail={onImageFail}
      >
        {!isDemoId(id) && <ReviewPanel review={review} />}
        {isReviewed && (
          <Checkbox
            className={classes.machine}
            checked={isMachine}
            onChange={(event) => setMachine(event.currentTarget.checked)}
            label="Show what the machine read"
          />
        )}
        <ReportPanel document={document} urgency={reportUrgency(reply)} openFound />
      </Details>
    </div>
  );
}

/**
 * The history as it was left: type, scope and search; of a report opened elsewhere, the reports of its
 * module.
 */
function useHistoryAddress(id: string): string {
  const state: unknown = useLocation().state;
  if (typeof state === 'object' && state !== null && 'history' in state && typeof state.history === 'string')
    return paths.history + state.history;
  const manifest = manifestOfAnalysisId(id);
  const address = writeHistoryAddress({ manifest, scope: 'my', q: '', page: 1, after: [] }).toString();
  return address === '' ? paths.history : `${paths.history}?${address}`;
}

interface FailureProps {
  id: string;
  backTo: string;
  error: Error;
  onRetry: () => void;
}

function Failure({ id, backTo, error, onRetry }: FailureProps) {
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <MessageScreen title={isMissing ? 'Analysis Not Found' : 'Error'} role="alert">
      <title>Analysis Details · Second Read</title>
      <p>{isMissing ? `The analysis with ID ${id} could not be found.` : error.message}</p>
      <div className={classes.ways}>
        {!isMissing && <Button onClick={onRetry}>Retry</Button>}
        <LinkButton to={backTo} variant="default">
          Back to Analysis History
        </LinkButton>
      </div>
    </MessageScreen>
  );
}
