import type { WorklistItem } from '@second-read/contract/worklist';
import { useLocation } from 'react-router';
import { reportImages } from '../../../api/reports/reports.ts';
import { manifestOfAnalysisId } from '../../../features/details/demo-analysis.ts';
import { useAnalysis } from '../../../features/details/use-analysis.ts';
import { ExamViewer } from '../../../features/exam/ExamViewer.tsx';
import { ReportPanel } from '../../../features/report/ReportPanel.tsx';
import { measuredThen } from '../../../features/review/measured-in.ts';
import { hasReview } from '../../../features/review/reviewed-document.ts';
import { useReview } from '../../../features/review/use-review.ts';
import { standingOfMark } from '../../../ui/format/standing.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { PatientBanner } from '../../../ui/PatientBanner.tsx';
import { LoadingRows } from '../../../ui/page/LoadingRows.tsx';
import { PaneBoundary } from '../../../ui/page/PaneBoundary.tsx';
import { StatusLine } from '../../../ui/page/StatusLine.tsx';
import { PictureFrame } from '../../../ui/picture/PictureFrame.tsx';
import classes from './ReadingPane.module.css';
import { shownOf } from './shown-of.ts';

/** The chosen report of the worklist to look at: whose, its images, what it says. Signed once opened. */
export function ReadingPane({ item: { report_id: id, version } }: { item: WorklistItem }) {
  const worklist = useLocation().search;
  const report = useAnalysis(id);
  const isFirst = report.data?.read_first === true;
  const { review } = useReview(id, report.isSuccess && !isFirst);
  if (report.isPending) return <LoadingRows label="Loading the report…" count={4} height={72} />;
  if (report.isError) {
    return (
      <StatusLine onRetry={() => void report.refetch()} isBusy={report.isFetching}>
        The report could not be loaded. {report.error.message}
      </StatusLine>
    );
  }
  const reply = report.data;
  const manifest = manifestOfAnalysisId(id);
  const { document, exam, urgency } = shownOf(reply, review && hasReview(review) ? review : undefined);
  const images = reportImages(manifest, reply);
  const { role, label } = document.images.find((image) => image.role === 'overlay') ?? {
    role: 'original' as const,
    label: 'Input Image',
  };
  return (
    <>
      <PatientBanner
        header={document.header}
        isGenerated={reply.patient_id_generated === true}
        standing={standingOfMark(reply.review)}
      />
      <div className={classes.ways}>
        <LinkButton to={`/analysis/${id}`} state={{ worklist }}>
          Open report
        </LinkButton>
        {!isFirst && (
          <LinkButton to={`/analysis/${id}`} state={{ worklist, sign: { version } }} variant="default">
            Open and sign
          </LinkButton>
        )}
      </div>
      <PaneBoundary what="The images">
        {exam ? (
          <ExamViewer reportId={id} {...{ manifest, exam }} measured={review && measuredThen(review)} />
        ) : (
          <PictureFrame
            src={images[isFirst ? 'original' : role]}
            label={isFirst ? 'Input Image' : label}
            ratio={1.5}
            onFail={() => void report.refetch()}
          />
        )}
      </PaneBoundary>
      {isFirst ? (
        <p>The AI result is hidden until you have given your opinion. Open the report to give it.</p>
      ) : (
        <ReportPanel document={document} urgency={urgency} />
      )}
    </>
  );
}
