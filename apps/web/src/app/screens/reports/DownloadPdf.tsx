import { Button } from '@mantine/core';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { ReportDocument } from '@second-read/core/report/document';
import type { PdfImageUrls } from '../../../features/pdf/download/download-report.ts';
import { usePdfDownload } from '../../../features/pdf/download/use-pdf-download.ts';
import { IconDownload } from '../../../ui/icons/frame-icons.ts';
import classes from './DetailsScreen.module.css';

interface DownloadPdfProps {
  manifest: ModuleManifest;
  /** As it is shown: reviewed, or as the machine read it. */
  document: () => Promise<ReportDocument>;
  images: PdfImageUrls;
}

/** The PDF of the report that is on the screen. */
export function DownloadPdf({ manifest, document, images }: DownloadPdfProps) {
  const pdf = usePdfDownload(manifest);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={pdf.isGenerating}
        onClick={async () => pdf.download(await document(), images)}
      >
        {pdf.isGenerating ? 'Generating...' : 'Download Report'}
      </Button>
      {pdf.error && (
        <span role="alert" className={classes.problem}>
          {pdf.error}
        </span>
      )}
    </>
  );
}
