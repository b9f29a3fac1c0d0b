import { Button, Checkbox } from '@mantine/core';
import type { ReportReply } from '@second-read/contract/reports';
import type { ReviewReply } from '@second-read/contract/reviews';
import type { SeriesOutline } from '@second-read/core/exam/stack/series-choice';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { lazy, Suspense, useState } from 'react';
import { generatePath, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { useMay } from '../../../api/account/rights.ts';
import { ApiError } from '../../../api/calls/errors.ts';
import { reportDocument, reportUrgency } from '../../../api/reports/report-document.ts';
import { reportImages } from '../../../api/reports/reports.ts';
import { PriorMenu } from '../../../features/compare/PriorMenu.tsx';
import { Details } from '../../../features/details/Details.tsx';
import { isDemoId, manifestOfAnalysisId } from '../../../features/details/demo-analysis.ts';
import { useAnalysis } from '../../../features/details/use-analysis.ts';
import { ExamViewer } from '../../../features/exam/ExamViewer.tsx';
import { OtherSeries } from '../../../features/exam/OtherSeries.tsx';
import { writeHistoryAddress } from '../../../features/history/history-address.ts';
import { MarksPanel } from '../../../features/marks/MarksPanel.tsx';
import { reportPdf } from '../../../features/pdf/download/download-report.ts';
import { PrintMenu } from '../../../features/pdf/download/PrintMenu.tsx';
import { useLetterhead } from '../../../features/pdf/download/use-pdf-download.ts';
import { ReportPanel } from '../../../features/report/ReportPanel.tsx';
import { OpinionForm } from '../../../features/review/opinion/OpinionForm.tsx';
import { OpinionsCompared } from '../../../features/review/opinion/OpinionsCompared.tsx';
import { ReviewPanel } from '../../../features/review/ReviewPanel.tsx';
import {
  examOfReview,
  hasReview,
  machineDocument,
  reviewedDocument,
  reviewUrgency,
} from '../../../features/review/reviewed-document.ts';
import { useReview } from '../../../features/review/use-review.ts';
import { orderReread } from '../../../features/series/reread.ts';
import { standingOfMark, standingOfReview } from '../../../ui/format/standing.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { MessageScreen } from '../../../ui/page/MessageScreen.tsx';
import '../../../ui/mantine-app.css';
import { paths } from '../../paths.ts';
import { LoadingAnalysis } from '../analysis/LoadingAnalysis.tsx';
import classes from './DetailsScreen.module.css';
import { DownloadPdf } from './DownloadPdf.tsx';
import { ReportExport } from './ReportExport.tsx';
import { useDrawingControl } from './review/use-drawing-control.ts';
import { useExamDrawing } from './review/use-exam-drawing.tsx';
import { useNextCase } from './use-next-case.ts';
import { useShownSlice } from './use-shown-slice.ts';

/** Loaded with the viewers, which a report alone does not need. */
const Comparison = lazy(async () => ({ default: (await import('./Comparison.tsx')).Comparison }));

const ReviewViewer = lazy(async () => ({
  default: (await import('./review/ReviewViewer.tsx')).ReviewViewer,
}));

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
  const isFirst = reply.read_first === true;
  useNextCase(id, !isDemoId(id));
  const review = useReview(id, !isDemoId(id) && !isFirst);
  const letterhead = useLetterhead();
  const [isMachine, setMachine] = useState(false);
  const isReviewed = !isFirst && review.review !== undefined && hasReview(review.review);
  const { document, exam, urgency } = shownOf(reply, isReviewed ? review.review : undefined, isMachine);
  const standing = review.review ? standingOfReview(review.review) : standingOfMark(reply.review);
  const { study, series_id: seriesId } = reply;
  const manifest = manifestOfAnalysisId(id);
  const images = reportImages(manifest, reply);
  const [place, setPlace] = useState<number>();
  const slice = useShownSlice(id, { manifest, exam, place });
  const whole = images.original ? { picture: images.original, size: study } : undefined;
  const shown = exam ? slice : whole;
  const isWriting = review.review?.state === 'in_review' && review.review.mine;
  const { control, leaving } = useDrawingControl(reply, review, { exam, place });
  const onChange = review.change;
  const drawing = useExamDrawing(id, {
    ...{ manifest, exam, control, leaving, onChange },
    review: review.review,
  });
  return (
    <>
      <title>Analysis Details · Second Read</title>
      <Details
        document={document}
        images={images}
        colours={manifest.colourKey}
        ratio={study.width / study.height}
        isDemo={isDemoId(id)}
        isGenerated={reply.patient_id_generated === true}
        standing={isDemoId(id) ? undefined : standing}
        backTo={backTo}
        seriesTo={seriesId === undefined ? null : generatePath(paths.series, { id: seriesId })}
        actions={
          !isDemoId(id) &&
          !isFirst && (
            <div className={classes.ways}>
              <DownloadPdf manifest={manifest} document={document} images={images} />
              <PrintMenu />
              <PriorMenu manifest={manifest} reportId={id} />
              <ReportExport
                manifest={manifest}
                reportId={id}
                isExam={exam !== undefined}
                drawPdf={() => reportPdf(document, images, letterhead)}
              />
            </div>
          )
        }
        stack={exam && <ExamViewer reportId={id} {...{ manifest, exam, drawing }} onPlace={setPlace} />}
        viewer={
          review.review &&
          !exam &&
          (isWriting || isReviewed) && (
            <Suspense fallback={<p className={classes.opening}>Opening the viewer…</p>}>
              <ReviewViewer reply={reply} review={review.review} {...{ control, leaving, onChange }} />
            </Suspense>
          )
        }
        onImageFail={onImageFail}
      >
        {isFirst ? (
          <OpinionForm reply={reply} shown={shown} />
        ) : (
          !isDemoId(id) && (
            <>
              <OpinionsCompared reportId={id} />
              <ReviewPanel review={review} place={exam && place} drawing={control} />
            </>
          )
        )}
        {isReviewed && (
          <Checkbox
            className={classes.machine}
            checked={isMachine}
            onChange={(event) => setMachine(event.currentTarget.checked)}
            label="Show what the machine read"
          />
        )}
        {!isFirst && <ReportPanel document={document} urgency={urgency} openFound />}
        {!isFirst && exam && <SeriesOfExam id={id} reply={reply} exam={exam} />}
        {!isFirst && !isDemoId(id) && shown && <MarksPanel reportId={id} {...{ manifest, shown }} />}
      </Details>
    </>
  );
}

/** The other series of the exam; another is read on the module's own screen. */
function SeriesOfExam({ id, reply, exam }: { id: string; reply: ReportReply; exam: StoredExam }) {
  const navigate = useNavigate();
  const mayUpload = useMay('upload');
  const manifest = manifestOfAnalysisId(id);
  const read = (series: SeriesOutline) => {
    const { patient_id: patientId, patient_id_generated: isGenerated = false } = reply;
    orderReread({ module: manifest.id, reportId: id, patientId, isGenerated, series });
    void navigate(manifest.route);
  };
  return (
    <OtherSeries
      exam={exam}
      rereadings={reply.rereadings ?? []}
      linkTo={(report) => generatePath(paths.details, { id: report })}
      onRead={mayUpload ? read : null}
    />
  );
}

/** Report and exam as they stand, or as the machine read them. */
function shownOf(reply: ReportReply, review: ReviewReply | undefined, isMachine: boolean) {
  if (review === undefined)
    return { document: reportDocument(reply), exam: reply.exam, urgency: reportUrgency(reply) };
  const of = isMachine ? 'machine' : 'current';
  const document = isMachine ? machineDocument(reply, review) : reviewedDocument(reply, review);
  return { document, exam: examOfReview(review, of), urgency: reviewUrgency(reply, review, of) };
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
