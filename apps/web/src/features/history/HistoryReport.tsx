import type { ColourKeyEntry } from '@second-read/core/analysis/manifest';
import type { ReportDocument } from '@second-read/core/report/document';
import type { ReactNode } from 'react';
import type { ReportImages } from '../../api/reports/reports.ts';
import { ColourKey } from '../../ui/picture/ColourKey.tsx';
import { PictureFrame } from '../../ui/picture/PictureFrame.tsx';
import classes from './HistoryReport.module.css';

interface HistoryReportProps {
  document: ReportDocument;
  images: ReportImages;
  /** What the colours of the segmented picture mark. */
  colours: readonly ColourKeyEntry[];
  onImageFail: () => void;
  /** The findings, worded by the report feature. */
  children: ReactNode;
}

/** An open card: the pictures beside the findings. */
export function HistoryReport({ document, images, colours, onImageFail, children }: HistoryReportProps) {
  return (
    <div className={classes.report}>
      <div className={classes.pictures}>
        {document.images.map(({ role, label }) => (
          <PictureFrame key={role} src={images[role]} label={label} onFail={onImageFail}>
            {role === 'segmented' && <ColourKey entries={colours} />}
          </PictureFrame>
        ))}
      </div>
      <section>
        <h2 className={classes.heading}>Report</h2>
        {children}
      </section>
    </div>
  );
}
