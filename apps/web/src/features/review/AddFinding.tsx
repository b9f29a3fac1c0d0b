import { Button, NativeSelect } from '@mantine/core';
import type { ReviewReply } from '@second-read/contract/reviews';
import { type AnyReading, anyReading } from '@second-read/core/reading/reading';
import { nextFindingId } from '@second-read/core/review/check-change';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './Review.module.css';
import type { Wish } from './use-review.ts';

/** What the machine missed, of the types that its module allows; described like the others afterwards. */
export function AddFinding({ review, onChange }: { review: ReviewReply; onChange: (wish: Wish) => void }) {
  const types = review.review.types.filter(({ canAdd }) => canAdd);
  const [chosen, setChosen] = useState('');
  const type = types.find((each) => each.type === chosen) ?? types[0];
  if (type === undefined) return null;
  const add = () => {
    const machine: AnyReading = anyReading.parse(review.machine);
    const id = nextFindingId(type.type, machine, review.changes);
    onChange({ kind: 'add', finding: { id, type: type.type } });
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
