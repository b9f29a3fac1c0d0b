import type { ReportFinding } from '@second-read/core/report/document';
import { percentText } from '@second-read/core/report/percent';
import { inUnits } from '../../../ui/format/lengths.ts';
import classes from './FindingTooltip.module.css';

export interface TooltipPlace {
  /** CSS pixels within the stage. */
  readonly x: number;
  readonly y: number;
  readonly stageWidth: number;
  readonly stageHeight: number;
}

/** Floats beside the pointer over a coloured region and says what was found there. */
export function FindingTooltip({ finding, place }: { finding: ReportFinding; place: TooltipPlace }) {
  const above = place.y > place.stageHeight * 0.6;
  return (
    <div
      role="tooltip"
      className={classes.tooltip}
      style={{
        left: leftOf(place),
        top: place.y,
        transform: above ? 'translateY(calc(-100% - 12px))' : 'translateY(12px)',
      }}
    >
      <p className={classes.title}>
        <span className={classes.swatch} style={{ background: finding.colour }} aria-hidden />
        {finding.label}
        {finding.confidence !== null && (
          <span className={classes.confidence}>{percentText(finding.confidence)}</span>
        )}
        {finding.confidence !== null && finding.confidenceNote !== undefined && (
          <span className={classes.caption}>{finding.confidenceNote}</span>
        )}
      </p>
      {finding.details.map((detail) => (
        <p key={detail.label} className={classes.detail}>
          {detail.label}: {inUnits(detail.value)}
        </p>
      ))}
    </div>
  );
}

const width = 260;
const gap = 14;

/** To the right of the pointer, else to its left, and within the stage where neither has room. */
function leftOf({ x, stageWidth }: TooltipPlace): number {
  if (x + gap + width <= stageWidth) return x + gap;
  if (x - gap - width >= 0) return x - gap - width;
  return Math.max(0, stageWidth - width);
}
