import { Button, NativeSelect, NumberInput } from '@mantine/core';
import type { ReviewReply } from '@second-read/contract/reviews';
import { examOfReading } from '@second-read/core/exam/stored-exam';
import { nextFindingId } from '@second-read/core/review/check-change';
import { reviewableReading } from '@second-read/core/review/exam/exam-as-reviewable';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import classes from './Review.module.css';
import type { Wish } from './use-review.ts';

interface AddFindingProps {
  review: ReviewReply;
  onChange: (wish: Wish) => void;
  /** Of an exam: the picture that is shown, from 0 among those that were read. */
  place?: number | undefined;
}

/** What the machine missed, of the types that its module allows; described like the others afterwards. */
export function AddFinding({ review, onChange, place: shown }: AddFindingProps) {
  const types = review.review.types.filter(({ canAdd }) => canAdd);
  const [chosen, setChosen] = useState('');
  const [chosenPlace, setChosenPlace] = useState<number | string | null>(null);
  const place = chosenPlace ?? (shown === undefined ? '' : shown + 1);
  const slices = useMemo(() => readSlices(review.machine), [review.machine]);
  const type = types.find((each) => each.type === chosen) ?? types[0];
  if (type === undefined) return null;
  const add = () => {
    const id = nextFindingId(type.type, reviewableReading(review.machine, review.review), review.changes);
    const slice = typeof place === 'number' ? slices[place - 1] : undefined;
    onChange({ kind: 'add', finding: { id, type: type.type, ...(slice !== undefined && { slice }) } });
    setChosenPlace(null);
  };
  return (
    <div className={classes.add}>
      <NativeSelect
        size="xs"
        label="Add a finding"
        value={type.type}
        data={types.map(({ type: value, label }) => ({ value, label }))}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {slices.length > 0 && (
        <NumberInput
          size="xs"
          label="Seen on image"
          placeholder={`1 to ${slices.length}`}
          value={place}
          onChange={setChosenPlace}
          min={1}
          max={slices.length}
          allowDecimal={false}
          className={classes.place}
        />
      )}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={add}
      >
        Add
      </Button>
    </div>
  );
}

/** Of an exam, the places in its stack of the slices that were read: what the viewer counts from 1. */
function readSlices(machine: ReviewReply['machine']): number[] {
  const { slices = [] } = examOfReading(machine) ?? {};
  return slices.flatMap(({ status }, place) => (status === 'read' ? [place] : []));
}
