import { useState } from 'react';
import { useMay } from '../../../api/account/rights.ts';
import { ExportMenu } from '../../../features/export/ExportMenu.tsx';
import type { ExportOrder } from '../../../features/export/use-export.ts';
import { SendToPacs } from '../../../features/pacs/SendToPacs.tsx';
import { usePacs } from '../../../features/pacs/use-pacs.ts';

interface ReportExportProps extends ExportOrder {
  fullWidth?: boolean;
  isExam?: boolean;
  /** Whether its reader chose images of it. */
  hasKeyImages?: boolean;
}

/** "Export" of a stored report, with the way to the PACS where there is one. */
export function ReportExport(props: ReportExportProps) {
  const pacs = usePacs();
  const isAvailable = useMay('send') && pacs.isAvailable;
  const [isOpen, setOpen] = useState(false);
  const { manifest, reportId, isExam = false, hasKeyImages = false } = props;
  return (
    <>
      <ExportMenu {...props} onSendToPacs={isAvailable ? () => setOpen(true) : undefined} />
      {isAvailable && (
        <SendToPacs
          opened={isOpen}
          onClose={() => setOpen(false)}
          manifest={manifest}
          reportId={reportId}
          isExam={isExam}
          hasKeyImages={hasKeyImages}
        />
      )}
    </>
  );
}
