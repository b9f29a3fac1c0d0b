import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { ReviewReply } from '@second-read/contract/reviews';
import { longestReason } from '@second-read/core/review/change';
import { useState } from 'react';
import classes from './Review.module.css';
import type { Wish } from './use-review.ts';

/** The category that follows from the findings, and another that a reader gives with a reason. */
export function CategoryChoice({
  review,
  onChange,
}: {
  review: ReviewReply;
  onChange: (wish: Wish) => void;
}) {
  const { category, review: fields } = review;
  const [chosen, setChosen] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  if (category === null || fields.categories.length === 0) return null;
  const labelOf = (value: number | string | null) =>
    fields.categories.find((each) => String(each.value) === String(value))?.label ?? String(value ?? 'none');
  const isOverruled = category.reason !== null;
  const picked = fields.categories.find(({ value }) => String(value) === chosen);
  return (
    <div className={classes.category}>
      <p className={classes.line}>
        Category <strong>{labelOf(category.given)}</strong>{' '}
        <span className={classes.quiet}>
          {isOverruled
            ? `given by the reader (${category.reason}); from the findings: ${labelOf(category.proposed)}`
            : 'follows from the findings'}
        </span>
      </p>
      <div className={classes.fields}>
        <NativeSelect
          size="xs"
          label="Give another category"
          value={chosen ?? ''}
          data={[
            { value: '', label: 'Choose' },
            ...fields.categories.map(({ value, label }) => ({ value: String(value), label })),
          ]}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <TextInput
          size="xs"
          label="Reason"
          value={reason}
          maxLength={longestReason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Button
          size="compact-sm"
          variant="default"
          disabled={picked === undefined || reason.trim() === ''}
          onClick={() => {
            if (picked) onChange({ kind: 'categorize', to: picked.value, reason: reason.trim() });
            setChosen(null);
            setReason('');
          }}
        >
          Give this category
        </Button>
        {isOverruled && (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => onChange({ kind: 'categorize', to: null, reason: 'back to the findings' })}
          >
            Back to what follows from the findings
          </Button>
        )}
      </div>
    </div>
  );
}
