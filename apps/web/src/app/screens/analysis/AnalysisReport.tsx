import { Button } from '@mantine/core';
import type { ProcessReply } from '@second-read/contract/analyses';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { ReportDocument } from '@second-read/core/report/document';
import { memo, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { reportUrgency } from '../../../api/reports/report-document.ts';
import { PriorMenu } from '../../../features/compare/PriorMenu.tsx';
import { PrintMenu } from '../../../features/pdf/download/PrintMenu.tsx';
import { type PdfDownload, usePdfDownload } from '../../../features/pdf/download/use-pdf-download.ts';
import type { FindingCentre } from '../../../features/report/FindingList.tsx';
import { PendingReport } from '../../../features/report/PendingReport.tsx';
import { ReportPanel } from '../../../features/report/ReportPanel.tsx';
import type { StoredPictures } from '../../../stage/source/stored-pictures.ts';
import { IconDownload } from '../../../ui/icons/frame-icons.ts';
import { PictureFrame } from '../../../ui/picture/PictureFrame.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { ReportExport } from '../reports/ReportExport.tsx';
import classes from './AnalysisReport.module.css';

interface AnalysisReportProps {
  manifest: ModuleManifest;
  hasImage: boolean;
  result: { readonly reply: ProcessReply; readonly pictures: StoredPictures } | null;
  document: ReportDocument | null;
  activeType: string | null;
  /** Brings a finding to the middle of the picture. */
  centre: FindingCentre;
}

/** The report of the right column and its PDF: drawn again only when something of it changed. */
export const AnalysisReport = memo(function AnalysisReport(props: AnalysisReportProps) {
  const { manifest, hasImage, result, document, activeType, centre } = props;
  const pdf = usePdfDownload(manifest);
  const urls = useObjectUrls(result?.pictures.blobs ?? null);
  const stored = result?.reply.id ? result.reply.id : null;
  const { pendingOutput } = manifest;
  const isPending = pendingOutput !== undefined && result?.reply.output === pendingOutput;
  return (
    <>
      <div className={classes.download}>
        <DownloadButton
          pdf={pdf}
          isReady={document !== null}
          onClick={() => void pdf.download(isPending ? null : document, urls)}
        />
        {document && <PrintMenu fullWidth />}
        {stored && document && <ReportExport manifest={manifest} reportId={stored} fullWidth />}
        {stored && <PriorMenu manifest={manifest} reportId={stored} fullWidth />}
        {stored && (
          <Link className={classes.link} to={`/analysis/${encodeURIComponent(stored)}`}>
            Open the stored report
          </Link>
        )}
      </div>
      {pdf.error && (
        <p role="alert" className={classes.problem}>
          {pdf.error}
        </p>
      )}
      {!result && hasImage && manifest.id !== 'brain-ct' && <PendingReport manifest={manifest} />}
      {stored && result && <StateBadge mark={result.reply.review} />}
      {result && document && !isPending && (
        <ReportPanel
          document={document}
          urgency={reportUrgency(result.reply)}
          namesPatient
          activeType={activeType}
          openFound
          centre={centre}
        />
      )}
      {urls.figure && !isPending && <PictureFrame src={urls.figure} label={figureLabel(document)} />}
    </>
  );
});

interface DownloadButtonProps {
  pdf: PdfDownload;
  isReady: boolean;
  onClick: () => void;
}

function DownloadButton({ pdf, isReady, onClick }: DownloadButtonProps) {
  return (
    <Button
      fullWidth
      px={8}
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      // Without a report it still takes the click, to show that there is none.
      aria-disabled={!isReady || undefined}
      data-disabled={!isReady || undefined}
      disabled={pdf.isGenerating}
      onClick={onClick}
    >
      {pdf.isGenerating ? 'Generating...' : 'Download Report'}
    </Button>
  );
}

type Blobs = StoredPictures['blobs'];

/** Addresses of loaded pictures, valid as long as the report is on screen. */
function useObjectUrls(blobs: Blobs | null): Readonly<Record<string, string | undefined>> {
  const [urls, setUrls] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    const entries = Object.entries(blobs ?? {}).map(
      ([role, blob]) => [role, URL.createObjectURL(blob)] as const,
    );
    setUrls(Object.fromEntries(entries));
    return () => {
      for (const [, url] of entries) URL.revokeObjectURL(url);
    };
  }, [blobs]);
  return urls;
}

function figureLabel(document: ReportDocument | null): string {
  return document?.images.find(({ role }) => role === 'figure')?.label ?? 'Figure';
}
