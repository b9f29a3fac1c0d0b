import type { ReportReply } from '@second-read/contract/reports';
import type { ViewId } from '@second-read/core/analysis/manifest';
import { useState } from 'react';
import { reportDocument, reportUrgency } from '../../../api/reports/report-document.ts';
import { labelMapOf, reportImages } from '../../../api/reports/reports.ts';
import { ViewSelect } from '../../../features/analysis/image/ViewSelect.tsx';
import { ComparePane } from '../../../features/compare/ComparePane.tsx';
import { manifestOfAnalysisId } from '../../../features/details/demo-analysis.ts';
import { ExamViewer } from '../../../features/exam/ExamViewer.tsx';
import { MeasurementList, notKeptBeside } from '../../../features/exam/MeasurementList.tsx';
import type { ExamFocus } from '../../../features/exam/use-exam-focus.ts';
import { ReportPanel } from '../../../features/report/ReportPanel.tsx';
import { ViewerMessage } from '../../../features/viewer/chrome/ViewerMessage.tsx';
import { useFindingMarks } from '../../../features/viewer/findings/use-finding-marks.ts';
import { useFindingCentre } from '../../../features/viewer/findings/use-findings-display.ts';
import type { ViewerLink } from '../../../stage/layout/linked-views.ts';
import { StackLook } from '../../../stage/look/stack-look.ts';
import { useStoredPictures } from '../../../stage/source/use-stored-pictures.ts';
import { PaneBoundary } from '../../../ui/page/PaneBoundary.tsx';
import { StatusLine } from '../../../ui/page/StatusLine.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { ReportViewer } from './ReportViewer.tsx';

interface ComparedReportProps {
  name: string;
  reply: ReportReply;
  link: ViewerLink;
  /** The finding of an exam to lead to. */
  focus: ExamFocus | undefined;
}

const one = 'image';
const nothingUnavailable: ReadonlySet<ViewId> = new Set();

/** One of two reports with a viewer of its own; of a single picture it opens on the unmarked picture. */
export function ComparedReport(props: ComparedReportProps) {
  const { name, reply, focus, link } = props;
  if (reply.exam === undefined) return <ComparedPicture {...props} />;
  const manifest = manifestOfAnalysisId(reply.id);
  const document = reportDocument(reply);
  return (
    <ComparePane
      name={name}
      reportId={reply.id}
      createdAt={reply.created_at}
      exam={document.header.exam ?? null}
      badge={<StateBadge mark={reply.review} />}
      viewSelect={null}
      viewer={
        <PaneBoundary what={`The images of ${name}`}>
          <ExamViewer
            reportId={reply.id}
            {...{ manifest, focus }}
            exam={reply.exam}
            besideAs={name}
            link={link}
          />
        </PaneBoundary>
      }
      report={<ReportPanel document={document} urgency={reportUrgency(reply)} openFound />}
    />
  );
}

function ComparedPicture({ name, reply, link }: ComparedReportProps) {
  const manifest = manifestOfAnalysisId(reply.id);
  const document = reportDocument(reply);
  const source = { reply, urls: reportImages(manifest, reply), types: manifest.findingTypes };
  const pictures = useStoredPictures(source);
  const marks = useFindingMarks(labelMapOf(manifest, reply));
  const centre = useFindingCentre(marks);
  const [view, setView] = useState<ViewId>('input');
  const [activeType, setActiveType] = useState<string | null>(null);
  const [look] = useState(() => new StackLook());
  return (
    <ComparePane
      name={name}
      reportId={reply.id}
      createdAt={reply.created_at}
      exam={document.header.exam ?? null}
      badge={<StateBadge mark={reply.review} />}
      viewSelect={
        <ViewSelect views={manifest.views} value={view} unavailable={nothingUnavailable} onChange={setView} />
      }
      viewer={
        <>
          <ReportViewer
            manifest={manifest}
            view={view}
            picture={pictures.data?.original ?? null}
            pictures={pictures.data ?? null}
            document={document}
            marks={marks}
            centre={centre}
            onActiveType={setActiveType}
            placeholder={
              pictures.isError ? (
                <ViewerMessage kind="broken">The image could not be loaded.</ViewerMessage>
              ) : (
                <ViewerMessage kind="empty">Opening the image…</ViewerMessage>
              )
            }
            link={link}
            place={{ look, key: one }}
          />
          <MeasurementList
            look={look}
            nameOf={() => name}
            shown={one}
            onShow={() => {}}
            note={notKeptBeside}
          />
        </>
      }
      report={
        <>
          {pictures.isError && (
            <StatusLine onRetry={() => void pictures.refetch()} isBusy={pictures.isFetching}>
              The images of this report could not be loaded. {pictures.error.message}
            </StatusLine>
          )}
          <ReportPanel
            document={document}
            urgency={reportUrgency(reply)}
            activeType={activeType}
            openFound
            centre={centre}
          />
        </>
      }
    />
  );
}
