import type { ReportFinding } from '@second-read/core/report/document';
import { useState } from 'react';
import { FindingCard } from './FindingCard.tsx';
import classes from './ReportPanel.module.css';

export interface FindingListProps {
  findings: readonly ReportFinding[];
  /** Finding type under the pointer in the picture: its card is opened and marked. */
  activeType?: string | null;
  /** Whether the cards of detected findings begin open. */
  openFound?: boolean;
  /** Where a picture beside the list shows the findings. */
  centre?: FindingCentre | undefined;
}

export interface FindingCentre {
  /** Finding types that have a place in the picture. */
  readonly types: ReadonlySet<string>;
  /** Which these are is not known yet. */
  readonly isPending?: boolean;
  readonly onCentre: (type: string) => void;
}

/** The findings of a report as cards that open and close on their own. */
export function FindingList({ findings, activeType = null, openFound = false, centre }: FindingListProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () =>
      new Set(openFound ? findings.filter((finding) => finding.found).map((finding) => finding.type) : []),
  );
  const [lastActive, setLastActive] = useState<string | null>(null);
  // Opened once per visit of the pointer, so that a card closed by hand stays closed until the next visit.
  if (activeType !== lastActive) {
    setLastActive(activeType);
    if (activeType !== null) setOpen(new Set(open).add(activeType));
  }
  const toggle = (type: string) => {
    const next = new Set(open);
    if (!next.delete(type)) next.add(type);
    setOpen(next);
  };
  return (
    <div className={classes.findings}>
      {findings.map((finding) => (
        <FindingCard
          key={finding.type}
          finding={finding}
          expanded={open.has(finding.type)}
          onToggle={() => toggle(finding.type)}
          active={finding.type === activeType}
          keepsCentre={centre?.isPending === true && finding.found}
          onCentre={centre?.types.has(finding.type) ? () => centre.onCentre(finding.type) : undefined}
        />
      ))}
    </div>
  );
}
