import { Button } from '@mantine/core';
import type { ReviewReply } from '@second-read/contract/reviews';
import { IconLink } from '../../ui/icons/tool-icons.ts';
import type { ListedFinding } from './listed-findings.ts';
import { outcomeOf } from './merged-outcome.ts';
import classes from './Review.module.css';

interface MergeBarProps {
  review: ReviewReply;
  /** In the order of the report: the first keeps its id. */
  selected: readonly ListedFinding[];
  onMerge: () => void;
  onClear: () => void;
}

/** What the selected findings become as one lesion. */
export function MergeBar({ review, selected, onMerge, onClear }: MergeBarProps) {
  const [first, ...others] = selected;
  if (first === undefined) return null;
  const names = selected.map(({ label }) => label).join(' and ');
  const outcome =
    others.length === 0
      ? undefined
      : outcomeOf(review, {
          kind: 'merge',
          finding: first.finding.id,
          others: others.map(({ finding }) => finding.id),
        });
  return (
    <fieldset className={classes.merge} aria-label="Merge findings">
      <span role="status">
        {outcome === undefined
          ? `${names} selected. Select what belongs to the same lesion.`
          : (outcome.refusal ?? `${names} become one. ${outcome.lines.join(' ')}`)}
      </span>
      <span className={classes.choices}>
        <Button
          size="compact-sm"
          leftSection={<IconLink size={14} aria-hidden />}
          disabled={outcome === undefined || outcome.refusal !== null}
          onClick={onMerge}
        >
          Merge
        </Button>
        <Button size="compact-sm" variant="default" onClick={onClear}>
          Clear selection
        </Button>
      </span>
    </fieldset>
  );
}
