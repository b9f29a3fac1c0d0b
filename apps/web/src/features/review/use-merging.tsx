import type { ReviewReply } from '@second-read/contract/reviews';
import { examOfReading } from '@second-read/core/exam/stored-exam';
import { useState } from 'react';
import type { ListedFinding } from './listed-findings.ts';
import { outcomeOf } from './merged-outcome.ts';
import { SplitFinding } from './SplitFinding.tsx';
import type { Wish } from './use-review.ts';

interface MergingOptions {
  review: ReviewReply;
  /** Of an exam: the picture that is shown, from 0 among those that were read. */
  place: number | undefined;
  onChange: (wish: Wish) => void;
}

/** Which findings are selected to be merged, and which one is about to be split. */
export function useMerging(findings: readonly ListedFinding[], { review, place, onChange }: MergingOptions) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [splitting, setSplitting] = useState<string | null>(null);
  const mergeable = findings.filter(canMerge);
  const selected = mergeable.filter(({ finding }) => chosen.includes(finding.id));
  const choose = ({ finding: { id } }: ListedFinding) =>
    setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  const change = (wish: Wish) => {
    onChange(wish);
    setChosen([]);
    setSplitting(null);
  };
  const merge = () => {
    const [first, ...others] = selected.map(({ finding }) => finding.id);
    if (first === undefined || others.length === 0) return;
    const wish = { kind: 'merge', finding: first, others } as const;
    if (outcomeOf(review, wish).refusal === null) change(wish);
  };
  const toggleSplit = ({ finding: { id } }: ListedFinding) => setSplitting(splitting === id ? null : id);
  const exam = examOfReading(review.current);
  const hasParts = ({ finding: { id }, decision }: ListedFinding) =>
    decision?.parts !== undefined || (exam?.findings.find((each) => each.id === id)?.slices.length ?? 0) > 1;
  return {
    selected,
    merge,
    clear: () => setChosen([]),
    /** By key: selects the finding, or shows what it comes apart into. */
    byKey: (key: string, isShifted: boolean, listed: ListedFinding) => {
      if (key === 'm' && isShifted) merge();
      else if (key === 'm' && canMerge(listed)) choose(listed);
      else if (key === 's' && isShifted && canMerge(listed) && hasParts(listed)) toggleSplit(listed);
      else return key === 'm';
      return true;
    },
    propsOf: (listed: ListedFinding) => {
      if (!canMerge(listed)) return {};
      const isOpen = splitting === listed.finding.id;
      return {
        ...(mergeable.length > 1 && {
          selection: { isOn: selected.includes(listed), choose: () => choose(listed) },
        }),
        ...(hasParts(listed) && {
          split: {
            isOpen,
            toggle: () => toggleSplit(listed),
            content: <SplitFinding {...{ review, listed, place, onChange: change }} />,
          },
        }),
      };
    },
  };
}

function canMerge({ type, finding, decision }: ListedFinding): boolean {
  return type.lesion !== undefined && finding.state === 'found' && decision?.decision !== 'rejected';
}
