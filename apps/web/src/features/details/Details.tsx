import type { ColourKeyEntry } from '@second-read/core/analysis/manifest';
import type { ReportDocument } from '@second-read/core/report/document';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../api/account/session.ts';
import type { ReportImages } from '../../api/reports/reports.ts';
import { formatDate } from '../../ui/format/format-date.ts';
import type { Standing } from '../../ui/format/standing.ts';
import { visibleText } from '../../ui/format/visible-text.ts';
import { IconArrowLeft, IconFlask, IconStack2 } from '../../ui/icons/tool-icons.ts';
import { PatientBanner } from '../../ui/PatientBanner.tsx';
import { ColourKey } from '../../ui/picture/ColourKey.tsx';
import { PictureFrame } from '../../ui/picture/PictureFrame.tsx';
import { Workspace } from '../../ui/workspace/Workspace.tsx';
import classes from './Details.module.css';

interface DetailsProps {
  document: ReportDocument;
  images: ReportImages;
  /** What the colours of the segmented picture mark. */
  colours: readonly ColourKeyEntry[];
  /** Width over height of the picture that was read. */
  ratio: number;
  isDemo: boolean;
  /** The patient ID was made up by the program. */
  isGenerated?: boolean;
  /** What the report is and who stands behind it; absent of demo data. */
  standing?: Standing | undefined;
  /** Where the reader came from. */
  back: { readonly to: string; readonly label: string };
  /** The series whose slice this is; null where it is of none. */
  seriesTo: string | null;
  /** What can be done with the report, beside the title. */
  actions?: ReactNode;
  /** The badge and the collapsible sections, by the report feature. */
  children: ReactNode;
  /** Stands in place of the single pictures, of an exam. */
  stack?: ReactNode;
  /** Above the pictures: the image with its findings, of a report that the reader may see whole. */
  viewer?: ReactNode;
  onImageFail: () => void;
}

/** One stored analysis: what was read, what was found, in which words. */
export function Details(props: DetailsProps) {
  const {
    document,
    images,
    colours,
    ratio,
    isDemo,
    isGenerated = false,
    standing,
    back,
    seriesTo,
    actions,
    children,
    stack,
    viewer,
    onImageFail,
  } = props;
  const owner = useSession().user?.id;
  return (
    <Workspace
      name="details"
      owner={owner}
      title="Analysis Details"
      before={<WaysBack back={back} seriesTo={seriesTo} />}
      after={
        isDemo && (
          <p className={classes.demo}>
            <IconFlask size={16} aria-hidden />
            Demo data
          </p>
        )
      }
      banner={<PatientBanner header={document.header} isGenerated={isGenerated} standing={standing} />}
      actions={actions}
      main={
        <>
          {stack}
          {viewer && <div className={classes.viewer}>{viewer}</div>}
          {!stack && (
            <div className={classes.pictures} data-strip={Boolean(viewer) || undefined}>
              {document.images.map(({ role, label }) => (
                <PictureFrame
                  key={role}
                  src={images[role]}
                  label={label}
                  ratio={ratio}
                  fills
                  onFail={onImageFail}
                >
                  {role === 'segmented' && <ColourKey entries={colours} />}
                </PictureFrame>
              ))}
            </div>
          )}
        </>
      }
      side={
        <>
          <Facts document={document} />
          <h2 className={classes.heading}>Report</h2>
          {children}
        </>
      }
    />
  );
}

/** To the list that was left, and to the series whose slice this is. */
function WaysBack({ back, seriesTo }: Pick<DetailsProps, 'back' | 'seriesTo'>) {
  return (
    <>
      <Link to={back.to} className={classes.back}>
        <IconArrowLeft size={16} aria-hidden />
        {back.label}
      </Link>
      {seriesTo !== null && (
        <Link to={seriesTo} className={classes.back}>
          <IconStack2 size={16} aria-hidden />
          All slices of this series
        </Link>
      )}
    </>
  );
}

function Facts({ document }: { document: ReportDocument }) {
  const { reportId, createdAt, analysedBy } = document.header;
  const facts = [
    ['Analysis ID', reportId],
    ['Date', createdAt === null ? null : formatDate(createdAt)],
    ['Analyzed By', analysedBy],
    ['Diagnosis', diagnosisOf(document)],
  ] as const;
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label} data-wide={wide.has(label) || undefined}>
          <dt>{label}</dt>
          <dd>{value === null ? 'Not specified' : visibleText(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

const wide: ReadonlySet<string> = new Set(['Analysis ID', 'Diagnosis']);

/** The module's diagnosis, else its assessment in words. */
function diagnosisOf({ diagnosis, assessment }: ReportDocument): string | null {
  return diagnosis?.text ?? assessment?.category?.words ?? assessment?.comments[0] ?? null;
}
