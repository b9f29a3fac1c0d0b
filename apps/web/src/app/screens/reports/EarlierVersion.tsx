import type { ReportReply } from '@second-read/contract/reports';
import type { ReviewReply } from '@second-read/contract/reviews';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { reportImages } from '../../../api/reports/reports.ts';
import { fetchVersion } from '../../../api/reports/reviews.ts';
import { Details } from '../../../features/details/Details.tsx';
import { manifestOfAnalysisId } from '../../../features/details/demo-analysis.ts';
import { ExamViewer } from '../../../features/exam/ExamViewer.tsx';
import { ReportPanel } from '../../../features/report/ReportPanel.tsx';
import { measuredThen } from '../../../features/review/measured-in.ts';
import { ReviewState } from '../../../features/review/ReviewState.tsx';
import { examOfReview, reviewedDocument, reviewUrgency } from '../../../features/review/reviewed-document.ts';
import { Versions } from '../../../features/review/Versions.tsx';
import { standingOfReview } from '../../../ui/format/standing.ts';
import { PaneBoundary } from '../../../ui/page/PaneBoundary.tsx';
import { StatusLine } from '../../../ui/page/StatusLine.tsx';
import { LoadingAnalysis } from '../analysis/LoadingAnalysis.tsx';
import classes from './DetailsScreen.module.css';
import { ReviewViewer } from './review/lazy-review-viewer.ts';
import { useLeaving } from './review/use-leaving.ts';

/** Nothing is drawn in a version that was signed. */
const noDrawing = { task: null, choose: () => {}, canOutline: () => false, unit: 'px' } as const;

interface EarlierVersionProps {
  reply: ReportReply;
  version: number;
}

/** One version of a report as it was signed: to read, not to change. */
export function EarlierVersion({ reply, version }: EarlierVersionProps) {
  const query = useQuery({
    queryKey: ['version', reply.id, version],
    queryFn: ({ signal }) => fetchVersion(reply.id, version, signal),
  });
  if (query.isPending) return <LoadingAnalysis />;
  if (query.isError) {
    return (
      <StatusLine onRetry={() => void query.refetch()} isBusy={query.isFetching}>
        Version {version} could not be loaded. {query.error.message}
      </StatusLine>
    );
  }
  return <ReadVersion reply={reply} review={query.data} />;
}

function ReadVersion({ reply, review }: { reply: ReportReply; review: ReviewReply }) {
  const manifest = manifestOfAnalysisId(reply.id);
  const exam = examOfReview(review, 'current');
  const leaving = useLeaving();
  const images = reportImages(manifest, reply);
  return (
    <>
      <title>{`Version ${review.version} · Second Read`}</title>
      <Details
        document={reviewedDocument(reply, review)}
        images={images.original ? { original: images.original } : {}}
        colours={[]}
        ratio={reply.study.width / reply.study.height}
        isDemo={false}
        isGenerated={reply.patient_id_generated === true}
        standing={standingOfReview(review)}
        back={{ to: `/analysis/${encodeURIComponent(reply.id)}`, label: 'Current version' }}
        seriesTo={null}
        stack={
          exam && (
            <PaneBoundary what="The images">
              <ExamViewer reportId={reply.id} {...{ manifest, exam }} measured={measuredThen(review)} />
            </PaneBoundary>
          )
        }
        viewer={
          !exam && (
            <PaneBoundary what="The image">
              <Suspense fallback={<p className={classes.opening}>Opening the viewer…</p>}>
                <ReviewViewer
                  {...{ reply, review, leaving }}
                  control={noDrawing}
                  onChange={() => {}}
                  measured={measuredThen(review)}
                />
              </Suspense>
            </PaneBoundary>
          )
        }
        onImageFail={() => {}}
      >
        <section className={classes.version} aria-label="Version">
          <p>{`Version ${review.version}, to read only.`}</p>
          <ReviewState review={review} />
          <Versions reportId={reply.id} etag={review.etag} shown={review.version} />
        </section>
        <ReportPanel
          document={reviewedDocument(reply, review)}
          urgency={reviewUrgency(reply, review, 'current')}
          openFound
        />
      </Details>
    </>
  );
}
