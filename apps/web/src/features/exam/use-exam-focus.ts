import { useEffect, useEffectEvent } from 'react';
import type { ShownFinding } from './exam-marks.ts';

/** A finding to be shown, by its id: another object each time it is asked for. */
export interface ExamFocus {
  readonly finding: string;
}

/** Shows the finding whenever another focus is given. */
export function useExamFocus(
  focus: ExamFocus | undefined,
  findings: readonly ShownFinding[],
  show: (finding: ShownFinding) => void,
): void {
  const onFocus = useEffectEvent(({ finding: id }: ExamFocus) => {
    const finding = findings.find((each) => each.id === id);
    if (finding) show(finding);
  });
  useEffect(() => {
    if (focus) onFocus(focus);
  }, [focus]);
}
