import { Button } from '@mantine/core';
import { inUnits } from '../../ui/format/lengths.ts';
import { PressedRow } from '../../ui/PressedRow.tsx';
import { useKeyNames } from '../../ui/preferences.ts';
import classes from './ExamViewer.module.css';
import type { ShownFinding } from './exam-marks.ts';

interface ExamFindingsProps {
  findings: readonly ShownFinding[];
  /** The slice on screen, from 0. */
  place: number;
  /** Whether a reader outlined one of them. */
  areOutlined: boolean;
  onShow: (finding: ShownFinding) => void;
  onFinding: (direction: 1 | -1) => void;
}

/** What was found; each leads to the slice that shows it best. */
export function ExamFindings({ findings, place, areOutlined, onShow, onFinding }: ExamFindingsProps) {
  const nameOf = useKeyNames('exam');
  const keyOf = (usual: string) => nameOf(usual).toLowerCase();
  if (findings.length === 0) return <p className={classes.none}>No finding is marked on these images.</p>;
  return (
    <>
      <ul className={classes.findings} aria-label="Findings of the exam">
        {findings.map((finding) => {
          const { id, label, words, colour, places } = finding;
          return (
            <li key={id}>
              <PressedRow isPressed={places.includes(place)} onPress={() => onShow(finding)}>
                <span className={classes.swatch} style={{ background: colour }} aria-hidden />
                <strong>{label}</strong>
                <span>{inUnits(words)}</span>
              </PressedRow>
            </li>
          );
        })}
      </ul>
      {areOutlined && <p className={classes.none}>Dashed line: outlined by a reader.</p>}
      <div className={classes.ways}>
        <Button variant="default" size="compact-sm" onClick={() => onFinding(-1)}>
          {`Previous finding (${keyOf('p')})`}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => onFinding(1)}>
          {`Next finding (${keyOf('n')})`}
        </Button>
      </div>
    </>
  );
}
