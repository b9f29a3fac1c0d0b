import { Button } from '@mantine/core';
import type { ReviewReply } from '@second-read/contract/reviews';
import type { ListedFinding } from './listed-findings.ts';
import { outcomeOf, splitOf } from './merged-outcome.ts';
import classes from './Review.module.css';
import type { Wish } from './use-review.ts';

interface SplitFindingProps {
  review: ReviewReply;
  listed: ListedFinding;
  /** Of an exam: the picture that is shown, from 0 among those that were read. */
  place: number | undefined;
  onChange: (wish: Wish) => void;
}

/** What a lesion comes apart into, before it does. */
export function SplitFinding({ review, listed: { finding, label }, place, onChange }: SplitFindingProps) {
  const wish = splitOf(review, finding.id, place);
  const outcome = wish && outcomeOf(review, wish);
  const problem = outcome
    ? outcome.refusal
    : 'Its marks touch on all images: show the first image of the second lesion, and split there.';
  return (
    <fieldset className={classes.merge} aria-label={`Split ${label}`}>
      {problem !== null || !outcome?.lines ? (
        <span role="status">{problem}</span>
      ) : (
        <ul className={classes.parts}>
          {outcome.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <span className={classes.choices}>
        <Button
          size="compact-sm"
          disabled={!wish || problem !== null}
          onClick={() => wish && onChange(wish)}
          aria-label={`Split ${label} into these`}
          autoFocus
        >
          Split
        </Button>
      </span>
    </fieldset>
  );
}
