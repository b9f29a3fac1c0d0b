import { Button, Checkbox } from '@mantine/core';
import type { ReportReply } from '@second-read/contract/reports';
import type { SeriesOutline } from '@second-read/core/exam/stack/series-choice';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { generatePath, useNavigate, useParams, useSearchParams } from 'react-router';
import { useMay } from '../../../api/account/rights.ts';
import { ApiError } from '../../../api/calls/errors.ts';
import { examSlicesQuery } from '../../../api/reports/queries.ts';
import { machineImages, reportImages } from '../../../api/reports/reports.ts';
import { PriorMenu } from '../../../features/compare/PriorMenu.tsx';
import { Details } from '../../../features/details/Details.tsx';
import { isDemoId, manifestOfAnalysisId } from '../../../features/details/demo-analysis.ts';
import { useAnalysis } from '../../../features/details/use-analysis.ts';
import { ExamViewer } from '../../../features/exam/ExamViewer.tsx';
import { OtherSeries } from '../../../features/exam/OtherSeries.tsx';
import { MarksPanel } from '../../../features/marks/MarksPanel.tsx';
import { PrintMenu } from '../../../features/pdf/download/PrintMenu.tsx';
import { ReportPanel } from '../../../features/report/ReportPanel.tsx';
import { measuredIn } from '../../../features/review/measured-in.ts';
import { OpinionForm } from '../../../features/review/opinion/OpinionForm.tsx';
import { OpinionsCompared } from '../../../features/review/opinion/OpinionsCompared.tsx';
import { ReviewPanel } from '../../../features/review/ReviewPanel.tsx';
import { hasReview, keyImageUrls } from '../../../features/review/reviewed-document.ts';
import { SignedNotice } from '../../../features/review/sign/SignedNotice.tsx';
import { signSubject } from '../../../features/review/sign/sign-subject.ts';
import { useReview } from '../../../features/review/use-review.ts';
import { orderReread } from '../../../features/series/reread.ts';
import { standingOfMark, standingOfReview } from '../../../ui/format/standing.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { MessageScreen } from '../../../ui/page/MessageScreen.tsx';
import { PaneBoundary } from '../../../ui/page/PaneBoundary.tsx';
import '../../../ui/mantine-app.css';
import { paths } from '../../paths.ts';
import { LoadingAnalysis } from '../analysis/LoadingAnalysis.tsx';
import classes from './DetailsScreen.module.css';
import { DownloadPdf } from './DownloadPdf.tsx';
import { EarlierVersion } from './EarlierVersion.tsx';
import { ReportExport } from './ReportExport.tsx';
import { ReviewViewer } from './review/lazy-review-viewer.ts';
import { useDrawingControl } from './review/use-drawing-control.ts';
import { useExamDrawing } from './review/use-exam-drawing.tsx';
import { shownOf } from './shown-of.ts';
import { useCaseToOpen, useNextCase } from './use-next-case.ts';
import { useShownSlice } from './use-shown-slice.ts';
import {
  useReadNotification,
  useSignedHere,
  useSignOrderOfAddress,
  useWayBack,
  type WayBack,
} from './way-here.ts';
import { withLetters } from './with-letters.ts';

/** Loaded with the viewers, which a report alone does not need. */
const Comparison = lazy(async () => ({ default: (await import('./Comparison.tsx')).Comparison }));

/**
 * One analysis by its id: loading, not found, failed, or shown; beside an earlier one where the address names
 * it.
 */
export function DetailsScreen() {
  const id = useParams().id ?? '';
  const [search] = useSearchParams();
  const [priorId, version] = [search.get('prior'), Number(search.get('version'))];
  if (priorId === null || isDemoId(id)) return <OneAnalysis id={id} version={version} />;
  return (
    <Suspense fallback={<LoadingAnalysis />}>
      <Comparison id={id} priorId={priorId} />
    </Suspense>
  );
}

function OneAnalysis({ id, version }: { id: string; version: number }) {
  const analysis = useAnalysis(id);
  const back = useWayBack(id);
  if (analysis.isPending) return <LoadingAnalysis />;
  if (analysis.isError) {
    return <Failure id={id} back={back} error={analysis.error} onRetry={() => void analysis.refetch()} />;
  }
  if (version > 0 && !analysis.data.read_first)
    return <EarlierVersion key={`${id} ${version}`} id={id} version={version} />;
  return (
    <Shown key={id} id={id} reply={analysis.data} back={back} onImageFail={() => void analysis.refetch()} />
  );
}

const opening = <p className={classes.opening}>Opening the viewer…</p>;

interface ShownProps {
  id: string;
  reply: ReportReply;
  back: WayBack;
  onImageFail: () => void;
}

function Shown({ id, reply, back, onImageFail }: ShownProps) {
  const isFirst = reply.read_first === true;
  useNextCase(id, !isDemoId(id));
  useReadNotification(id, !isDemoId(id));
  const order = useSignOrderOfAddress();
  const next = useCaseToOpen(id, useSignedHere(id));
  const review = useReview(id, !isDemoId(id) && !isFirst);
  const [isMachine, setMachine] = useState(false);
  const isReviewed = !isFirst && review.review !== undefined && hasReview(review.review);
  const current = shownOf(reply, isReviewed ? review.review : undefined);
  const isOfMachine = isReviewed && isMachine;
  const { document, exam, urgency } = isOfMachine ? shownOf(reply, review.review, 'machine') : current;
  const standing = review.review ? standingOfReview(review.review) : standingOfMark(reply.review);
  const { study, series_id: seriesId } = reply;
  const manifest = manifestOfAnalysisId(id);
  const ofReply = reportImages(manifest, reply);
  const images = isOfMachine ? machineImages(manifest, reply) : ofReply;
  const client = useQueryClient();
  const printed = async () => {
    if (!exam) return document;
    // The letters are beside what the report says: without them it is printed all the same.
    const slices = await client.ensureQueryData(examSlicesQuery(id)).catch(() => []);
    return withLetters(document, exam, slices);
  };
  const [place, setPlace] = useState<number>();
  const slice = useShownSlice(id, { exam, place });
  const whole = images.original ? { picture: images.original, size: study } : undefined;
  const shown = exam ? slice : whole;
  const { control, leaving } = useDrawingControl(reply, review, { exam, place });
  const onChange = review.change;
  const measured = measuredIn(review);
  const drawing = useExamDrawing(reply, { exam, control, leaving, onChange, review: review.review });
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
        back={back}
        seriesTo={seriesId === undefined ? null : generatePath(paths.series, { id: seriesId })}
        actions={
          !isDemoId(id) &&
          !isFirst && (
            <div className={classes.ways}>
              <DownloadPdf
                manifest={manifest}
                document={printed}
                images={{ ...images, ...keyImageUrls(review.review?.key_images) }}
              />
              <PrintMenu />
              <PriorMenu manifest={manifest} reportId={id} />
              <ReportExport
                manifest={manifest}
                reportId={id}
                isExam={exam !== undefined}
                hasKeyImages={(review.review?.key_images ?? []).some(
                  ({ image }) => !exam || image.slice !== undefined,
                )}
              />
            </div>
          )
        }
        stack={
          exam && (
            <PaneBoundary what="The images">
              <ExamViewer reportId={id} {...{ manifest, exam, drawing, measured }} onPlace={setPlace} />
            </PaneBoundary>
          )
        }
        viewer={
          !exam &&
          !isFirst &&
          (review.review ? (
            <PaneBoundary what="The image">
              <Suspense fallback={opening}>
                <ReviewViewer {...{ reply, control, leaving, onChange, measured }} review={review.review} />
              </Suspense>
            </PaneBoundary>
          ) : (
            review.query.isLoading && opening
          ))
        }
        onImageFail={onImageFail}
      >
        {isFirst ? (
          <OpinionForm reply={reply} shown={shown} />
        ) : (
          !isDemoId(id) && (
            <>
              <OpinionsCompared reportId={id} />
              <ReviewPanel
                review={review}
                place={exam && place}
                drawing={control}
                subject={signSubject(reply, current.document, {
                  module: manifest.title,
                  picture: ofReply.original,
                })}
                order={order}
              />
              <SignedNotice next={next} />
            </>
          )
        )}
        {isReviewed && (
          <Checkbox
            className={classes.machine}
            checked={isMachine}
            onChange={(event) => setMachine(event.currentTarget.checked)}
            label="Show the AI result"
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

interface FailureProps {
  id: string;
  back: WayBack;
  error: Error;
  onRetry: () => void;
}

function Failure({ id, back, error, onRetry }: FailureProps) {
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <MessageScreen title={isMissing ? 'Analysis Not Found' : 'Error'} role="alert">
      <title>Analysis Details · Second Read</title>
      <p>{isMissing ? `The analysis with ID ${id} could not be found.` : error.message}</p>
      <div className={classes.ways}>
        {!isMissing && <Button onClick={onRetry}>Retry</Button>}
        <LinkButton to={back.to} variant="default">
          {back.label}
        </LinkButton>
      </div>
    </MessageScreen>
  );
}
