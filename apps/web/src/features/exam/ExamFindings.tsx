import { Button } from '@mantine/core';
import { useState } from 'react';
import { BottomSheet } from '../../ui/BottomSheet.tsx';
import { inUnits } from '../../ui/format/lengths.ts';
import { PressedRow } from '../../ui/PressedRow.tsx';
import { useKeyNames } from '../../ui/preferences.ts';
import { useMedia } from '../../ui/use-media.ts';
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

/** What was found; each leads to the slice that shows it best. On a phone a sheet over the images. */
export function ExamFindings({ findings, place, areOutlined, onShow, onFinding }: ExamFindingsProps) {
  const nameOf = useKeyNames('exam');
  const isPhone = useMedia('(max-width: 767px)');
  const [isOpen, setOpen] = useState(false);
  const keyOf = (usual: string) => nameOf(usual).toLowerCase();
  if (findings.length === 0) return <p className={classes.none}>No finding is marked on these images.</p>;
  const show = (finding: ShownFinding) => {
    setOpen(false);
    onShow(finding);
  };
  const list = (
    <ul className={classes.findings} aria-label="Findings of the exam">
      {findings.map((finding) => {
        const { id, label, words, colour, places } = finding;
        return (
          <li key={id}>
            <PressedRow isPressed={places.includes(place)} onPress={() => show(finding)}>
              <span className={classes.swatch} style={{ background: colour }} aria-hidden />
              <strong>{label}</strong>
              <span>{inUnits(words)}</span>
            </PressedRow>
          </li>
        );
      })}
    </ul>
  );
  return (
    <>
      {isPhone ? (
        <>
          <Button variant="default" fullWidth onClick={() => setOpen(true)}>
            {`Findings (${findings.length})`}
          </Button>
          <BottomSheet title="Findings" opened={isOpen} onClose={() => setOpen(false)}>
            {list}
          </BottomSheet>
        </>
      ) : (
        list
      )}
      {areOutlined && <p className={classes.none}>Dashed line: outlined by a reader.</p>}
      <div className={classes.ways}>
        <Button variant="default" size="compact-sm" onClick={() => onFinding(-1)}>
          {`Previous finding (${keyOf(';')})`}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => onFinding(1)}>
          {`Next finding (${keyOf('n')})`}
        </Button>
      </div>
    </>
  );
}
