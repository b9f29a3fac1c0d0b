import type { ProcessReply } from '@second-read/contract/analyses';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { ReportDocument } from '@second-read/core/report/document';
import { Link } from 'react-router';
import { PatientBanner } from '../../../ui/PatientBanner.tsx';
import classes from './ResultBanner.module.css';
import { useStanding } from './use-standing.ts';

interface ResultBannerProps {
  manifest: ModuleManifest;
  reply: ProcessReply;
  document: ReportDocument;
}

/** The banner of a fresh result; says so where a reader has been at the report since. */
export function ResultBanner({ manifest, reply, document }: ResultBannerProps) {
  const { standing, isOutdated } = useStanding(manifest, reply);
  return (
    <>
      <PatientBanner
        header={document.header}
        isGenerated={reply.patient_id_generated === true}
        standing={standing}
      />
      {isOutdated && (
        <p role="status" className={classes.outdated}>
          A reader has been at this report since.{' '}
          <Link to={`/analysis/${encodeURIComponent(reply.id)}`}>Open it as it is now</Link>
        </p>
      )}
    </>
  );
}
