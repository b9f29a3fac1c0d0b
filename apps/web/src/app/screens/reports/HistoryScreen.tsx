import { Button } from '@mantine/core';
import { manifestOf } from '@second-read/analyses/manifests';
import type { ReportReply } from '@second-read/contract/reports';
import { useMay } from '../../../api/account/rights.ts';
import { historyDocument, reportDocument, reportUrgency } from '../../../api/reports/report-document.ts';
import { reportImages } from '../../../api/reports/reports.ts';
import { PriorMenu } from '../../../features/compare/PriorMenu.tsx';
import { HistoryCard } from '../../../features/history/HistoryCard.tsx';
import { HistoryFilters } from '../../../features/history/HistoryFilters.tsx';
import { HistoryList } from '../../../features/history/HistoryList.tsx';
import { HistoryReport } from '../../../features/history/HistoryReport.tsx';
import { type HistoryView, scopeLabels } from '../../../features/history/history-address.ts';
import { useHistoryView } from '../../../features/history/use-history-view.ts';
import { downloadReport } from '../../../features/pdf/download/download-report.ts';
import { downloadFailed } from '../../../features/pdf/download/download-words.ts';
import { useLetterhead } from '../../../features/pdf/download/use-pdf-download.ts';
import { ReportPanel } from '../../../features/report/ReportPanel.tsx';
import { ResultBadge } from '../../../features/report/ResultBadge.tsx';
import { SeverityBadge } from '../../../features/report/SeverityBadge.tsx';
import { visibleText } from '../../../ui/format/visible-text.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import '../../../ui/mantine-app.css';
import { paths } from '../../paths.ts';
import classes from './HistoryScreen.module.css';

/** Past reports of all modules or of one: the user's own, or the organization's. */
export function HistoryScreen() {
  const mayReadAll = useMay('read');
  const { view: wanted, change } = useHistoryView();
  const view = mayReadAll ? wanted : { ...wanted, scope: 'my' as const };
  return (
    <Page
      title="Analysis History"
      isWide
      actions={
        <div className={classes.ways}>
          {mayReadAll && (
            <LinkButton to={paths.worklist} variant="default">
              Worklist
            </LinkButton>
          )}
          <LinkButton to={paths.seriesList} variant="default">
            My series
          </LinkButton>
        </div>
      }
    >
      <HistoryFilters view={view} mayReadAll={mayReadAll} onChange={change} />
      <HistoryList
        view={view}
        onPage={change}
        empty={<NoReports view={view} mayReadAll={mayReadAll} change={change} />}
        renderCard={(reply, refresh, isShown) => (
          <ReportCard key={reply.id} {...{ reply, refresh, isShown }} />
        )}
      />
    </Page>
  );
}

interface NoReportsProps {
  view: HistoryView;
  mayReadAll: boolean;
  change: (part: Partial<HistoryView>) => void;
}

/** Why the list may be empty, and the way on. */
function NoReports({ view, mayReadAll, change }: NoReportsProps) {
  const { manifest, scope, q, facets } = view;
  const isNarrowed = Object.keys(facets).length > 0;
  const type = manifest === null ? '' : ' of this type';
  const mayLookWider = mayReadAll && scope === 'my';
  return (
    <EmptyState
      actions={
        <>
          {q !== '' && <Button onClick={() => change({ q: '' })}>Clear the search</Button>}
          {isNarrowed && <Button onClick={() => change({ facets: {} })}>Clear the filters</Button>}
          {mayLookWider && (
            <Button variant="default" onClick={() => change({ scope: 'all' })}>
              Look in all reports
            </Button>
          )}
          {q === '' && (
            <LinkButton to={manifest?.route ?? paths.dashboard} variant={mayLookWider ? 'default' : 'filled'}>
              Analyze an image
            </LinkButton>
          )}
        </>
      }
    >
      {isNarrowed && q === '' && 'No report has all that was chosen.'}
      {!isNarrowed &&
        q === '' &&
        `${scope === 'my' ? 'You have' : 'There are'} no reports${type} yet. Each analysis is kept here.`}
      {q !== '' && `Nothing matches “${visibleText(q)}” in ${scopeLabels[scope]}${type}.`}
    </EmptyState>
  );
}

interface ReportCardProps {
  reply: ReportReply;
  refresh: () => void;
  isShown: (column: string) => boolean;
}

function ReportCard({ reply, refresh, isShown }: ReportCardProps) {
  const document = reportDocument(reply);
  const letterhead = useLetterhead();
  const images = reportImages(manifestOf(reply.module), reply);
  const category = document.assessment?.category;
  const urgency = reportUrgency(reply);
  return (
    <HistoryCard
      reply={reply}
      picture={images.original ?? undefined}
      isShown={isShown}
      badge={
        reply.unreadable ? (
          <span>This report cannot be shown</span>
        ) : (
          <>
            {category ? <SeverityBadge category={category} compact /> : <ResultBadge urgency={urgency} />}
            <StateBadge mark={reply.review} />
          </>
        )
      }
      onDownload={() =>
        downloadReport(document, images, letterhead).catch((cause: unknown) => {
          throw new Error(downloadFailed(manifestOf(reply.module)), { cause });
        })
      }
      renderReport={() => (
        <HistoryReport
          document={document}
          images={images}
          colours={manifestOf(reply.module).colourKey}
          onImageFail={refresh}
        >
          <div className={classes.compare}>
            {!reply.exam && <PriorMenu manifest={manifestOf(reply.module)} reportId={reply.id} />}
          </div>
          <ReportPanel document={historyDocument(reply)} urgency={urgency} openFound />
        </HistoryReport>
      )}
    />
  );
}
