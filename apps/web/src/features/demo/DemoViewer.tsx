import type { Assessment, ReportFinding } from '@second-read/core/report/document';
import { type ReactNode, useEffect, useState } from 'react';
import { ComparisonDialog } from './ComparisonDialog.tsx';
import classes from './Demo.module.css';
import { type DemoCase, demoAssessment, demoCases, demoFindings } from './demo-case.ts';
import { FadeFigure } from './FadeFigure.tsx';
import { OwnPicture } from './OwnPicture.tsx';

interface DemoViewerProps {
  /** Draws the collapsible findings of a case. */
  renderFindings: (findings: readonly ReportFinding[]) => ReactNode;
  /** Draws the category badge. */
  renderCategory: (category: NonNullable<Assessment['category']>) => ReactNode;
}

/**
 * The report viewer on stored cases: pictures, findings, assessment, and a comparison with the other cases.
 */
export function DemoViewer({ renderFindings, renderCategory }: DemoViewerProps) {
  const [index, setIndex] = useState(0);
  const [comparing, setComparing] = useState(false);
  const own = useOwnPicture();
  const entry = demoCases[index];
  if (entry === undefined) return null;
  const assessment = demoAssessment(entry);
  return (
    <div className={classes.viewer}>
      <CaseBar
        index={index}
        onSelect={(next) => {
          own.clear();
          setIndex(next);
        }}
        onCompare={() => setComparing(true)}
        onPick={own.pick}
      />
      {own.picture !== null ? (
        <OwnPicture {...own.picture} onBack={own.clear} />
      ) : (
        <div key={entry.id} className={classes.columns}>
          <Pictures entry={entry} />
          <aside className={classes.report} aria-label="Report">
            <section className={classes.assessment}>
              <h2>{assessment.heading}</h2>
              {assessment.category && renderCategory(assessment.category)}
              {assessment.comments.map((comment) => (
                <p key={comment}>{comment}</p>
              ))}
            </section>
            <h2>Findings</h2>
            {renderFindings(demoFindings(entry))}
          </aside>
        </div>
      )}
      {comparing && (
        <ComparisonDialog
          current={entry}
          others={demoCases.filter((candidate) => candidate.id !== entry.id)}
          onClose={() => setComparing(false)}
        />
      )}
    </div>
  );
}

function Pictures({ entry }: { entry: DemoCase }) {
  const [segmentedShown, setSegmentedShown] = useState(true);
  return (
    <div>
      <div className={classes.pictures} data-single={!segmentedShown || undefined}>
        <FadeFigure label="Original Image" entry={entry} initial={0} />
        {segmentedShown && <FadeFigure label="Segmented Image" entry={entry} initial={1} />}
      </div>
      <button
        type="button"
        className={classes.button}
        aria-pressed={!segmentedShown}
        onClick={() => setSegmentedShown(!segmentedShown)}
      >
        {segmentedShown ? 'Hide segmented image' : 'Show segmented image'}
      </button>
    </div>
  );
}

interface CaseBarProps {
  index: number;
  onSelect: (index: number) => void;
  onCompare: () => void;
  onPick: (file: File) => void;
}

function CaseBar({ index, onSelect, onCompare, onPick }: CaseBarProps) {
  return (
    <div className={classes.bar}>
      <span className={classes.mark}>Demo data</span>
      <fieldset className={classes.cases} aria-label="Demo cases">
        {demoCases.map((entry, position) => (
          <button
            key={entry.id}
            type="button"
            className={classes.button}
            aria-pressed={position === index}
            onClick={() => onSelect(position)}
          >
            {entry.title}
          </button>
        ))}
      </fieldset>
      <button type="button" className={classes.button} onClick={onCompare}>
        Compare cases
      </button>
      <label className={classes.button}>
        Choose an image
        <input
          className={classes.file}
          type="file"
          accept="image/*"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) onPick(file);
            event.currentTarget.value = '';
          }}
        />
      </label>
    </div>
  );
}

/** A file of the visitor as an object URL, released when it is replaced or the screen goes. */
function useOwnPicture() {
  const [picture, setPicture] = useState<{ src: string; name: string } | null>(null);
  useEffect(() => (picture === null ? undefined : () => URL.revokeObjectURL(picture.src)), [picture]);
  return {
    picture,
    pick: (file: File) => setPicture({ src: URL.createObjectURL(file), name: file.name }),
    clear: () => setPicture(null),
  };
}
