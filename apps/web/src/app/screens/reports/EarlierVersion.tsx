import type { ReportReply } from '@second-read/contract/reports';
import type { ReviewReply } from '@second-read/contract/reviews';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { examSlicesQuery, reportQuery } from '../../../api/reports/queries.ts';
import { reportImages } from '../../../api/reports/reports.ts';
import { fetchVersion } from '../../../api/reports/reviews.ts';
import { Details } from '../../../features/details/Details.tsx';
import { manifestOfAnalysisId } from '../../../features/details/demo-analysis.ts';
import { ExamViewer } from '../../../features/exam/ExamViewer.tsx';
import { ReportPanel } from '../../../features/report/ReportPanel.tsx';
import { measuredThen } from '../../../features/review/measured-in.ts';
import { ReviewState } from '../../../features/review/ReviewState.tsx';
import {
  examOfReview,
  keyImageUrls,
  reviewedDocument,
  reviewUrgency,
} from '../../../features/review/reviewed-document.ts';
import { Versions } from '../../../features/review/Versions.tsx';
import { standingOfReview } from '../../../ui/format/standing.ts';
import { PaneBoundary } from '../../../ui/page/PaneBoundary.tsx';
import { StatusLine } from '../../../ui/page/StatusLine.tsx';
import { LoadingAnalysis } from '../analysis/LoadingAnalysis.tsx';
import classes from './DetailsScreen.module.css';
import { DownloadPdf } from './DownloadPdf.tsx';
import { ReviewViewer } from './review/lazy-review-viewer.ts';
import { useLeaving } from './review/use-leaving.ts';
import { withLetters } from './with-letters.ts';

/** Nothing is drawn in a version that was signed. */
const noDrawing = { task: null, choose: () => {}, canOutline: () => false, unit: 'px' } as const;

interface EarlierVersionProps {
  id: string;
  version: number;
}

/** One version of a report as it was signed, with its images: to read and to print, not to change. */
export function EarlierVersion({ id, version }: EarlierVersionProps) {
  const review = useQuery({
    queryKey: ['version', id, version],
    queryFn: ({ signal }) => fetchVersion(id, version, signal),
  });
  const report = useQuery(reportQuery(manifestOfAnalysisId(id), id, version));
  const failed = [review, report].filter(({ isError }) => isError);
  if (failed.length > 0) {
    const retry = () => failed.map((each) => each.refetch());
    return (
      <StatusLine onRetry={retry} isBusy={failed.some(({ isFetching }) => isFetching)}>
        Version {version} could not be loaded. {failed[0]?.error?.message}
      </StatusLine>
    );
  }
  if (!review.data || !report.data) return <LoadingAnalysis />;
  return <ReadVersion reply={report.data} review={review.data} />;
}

function ReadVersion({ reply, review }: { reply: ReportReply; review: ReviewReply }) {
  const manifest = manifestOfAnalysisId(reply.id);
  const exam = examOfReview(review, 'current');
  const leaving = useLeaving();
  const images = reportImages(manifest, reply);
  const document = reviewedDocument(reply, review);
  const client = useQueryClient();
  const printed = async () => {
    if (!exam) return document;
    const slices = await client.ensureQueryData(examSlicesQuery(reply.id, review.version)).catch(() => []);
    return withLetters(document, exam, slices);
  };
  return (
    <>
      <title>{`Version ${review.version} · Second Read`}</title>
      <Details
        document={document}
        images={images}
        colours={manifest.colourKey}
        ratio={reply.study.width / reply.study.height}
        isDemo={false}
        isGenerated={reply.patient_id_generated === true}
        standing={standingOfReview(review)}
        back={{ to: `/analysis/${encodeURIComponent(reply.id)}`, label: 'Current version' }}
        seriesTo={null}
        actions={
          <div className={classes.ways}>
            <DownloadPdf
              manifest={manifest}
              document={printed}
              images={{ ...images, ...keyImageUrls(review.key_images) }}
            />
          </div>
        }
        stack={
          exam && (
            <PaneBoundary what="The images">
              <ExamViewer
                reportId={reply.id}
                version={review.version}
                {...{ manifest, exam }}
                measured={measuredThen(review)}
              />
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
        <ReportPanel document={document} urgency={reviewUrgency(reply, review, 'current')} openFound />
      </Details>
    </>
  );
}
