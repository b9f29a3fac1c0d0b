import { detectionOf, detectionWords } from '@second-read/core/report/detection';
import type { ReportFinding } from '@second-read/core/report/document';
import { percentText } from '@second-read/core/report/percent';
import { useId } from 'react';
import { inUnits } from '../../ui/format/lengths.ts';
import { IconChevronDown, IconFocusCentered } from '../../ui/icons/frame-icons.ts';
import classes from './FindingCard.module.css';

export interface FindingCardProps {
  finding: ReportFinding;
  expanded: boolean;
  onToggle: () => void;
  /** The reader points at this finding in the picture. */
  active?: boolean;
  /** Brings the finding to the middle of the picture; absent where it has no place there. */
  onCentre?: (() => void) | undefined;
  /** Whether it has one is not known yet: its room is kept. */
  keepsCentre?: boolean;
}

/** One finding: its colour with its word, how sure the engine is, and its details when opened. */
export function FindingCard({
  finding,
  expanded,
  onToggle,
  active = false,
  onCentre,
  keepsCentre = false,
}: FindingCardProps) {
  const bodyId = useId();
  return (
    <section
      className={classes.card}
      data-active={active || undefined}
      data-found={finding.found || undefined}
      style={{ '--finding-colour': finding.colour }}
    >
      <div className={classes.top}>
        <h3 className={classes.heading}>
          <button
            type="button"
            className={classes.header}
            aria-expanded={expanded}
            aria-controls={bodyId}
            onClick={onToggle}
          >
            <span className={classes.swatch} aria-hidden />
            <span className={classes.label}>{finding.label}</span> <FindingState finding={finding} />
            <IconChevronDown className={classes.chevron} size={16} aria-hidden />
          </button>
        </h3>
        {keepsCentre && <span className={classes.centre} />}
        {onCentre && (
          <button
            type="button"
            className={classes.centre}
            aria-label={`Center ${finding.label} in the image`}
            title="Center in the image"
            onClick={onCentre}
          >
            <IconFocusCentered size={18} aria-hidden />
          </button>
        )}
      </div>
      <div id={bodyId} className={classes.body} hidden={!expanded}>
        <FindingDetails finding={finding} />
      </div>
    </section>
  );
}

function FindingState({ finding }: { finding: ReportFinding }) {
  const words = detectionWords[detectionOf(finding)];
  if (!finding.found) return <span className={classes.absent}>{words}</span>;
  if (finding.confidence === null) return <span className={classes.state}>{words}</span>;
  return (
    <span className={classes.state}>
      <span className={classes.confidence}>{percentText(finding.confidence)}</span>{' '}
      <span className={classes.caption}>{finding.confidenceNote ?? 'confidence'}</span>
    </span>
  );
}

function FindingDetails({ finding }: { finding: ReportFinding }) {
  const empty = finding.details.length === 0;
  return (
    <>
      {empty && !finding.note && (
        <p className={classes.note}>{finding.found ? 'No further details.' : 'Not Detected'}</p>
      )}
      {!empty && (
        <dl className={classes.details}>
          {finding.details.map((detail) => (
            <div key={detail.label} className={classes.detail}>
              <dt>{detail.label}</dt>
              <dd>{inUnits(detail.value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {finding.note && <p className={classes.note}>{inUnits(finding.note)}</p>}
    </>
  );
}
