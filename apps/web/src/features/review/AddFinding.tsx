import { Button, NativeSelect, NumberInput } from '@mantine/core';
import type { ReviewReply } from '@second-read/contract/reviews';
import { placeName } from '@second-read/core/exam/report/slice-words';
import { examOfReading, type StoredExam } from '@second-read/core/exam/stored-exam';
import { capitalized } from '@second-read/core/report/sentences';
import { nextFindingId } from '@second-read/core/review/finding-ids';
import { useMemo, useState } from 'react';
import { IconPlus } from '../../ui/icons/tool-icons.ts';
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
  const exam = useMemo(() => examOfReading(review.machine), [review.machine]);
  const slices = exam ? readSlices(exam) : [];
  const type = types.find((each) => each.type === chosen) ?? types[0];
  if (type === undefined) return null;
  const add = () => {
    const id = nextFindingId(type.type, review.used_ids);
    const slice = slices[Number(place) - 1];
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
      {exam && slices.length > 0 && <SeenOn {...{ exam, slices, place }} onPlace={setChosenPlace} />}
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

interface SeenOnProps {
  exam: StoredExam;
  /** Places along the stack of those that were read. */
  slices: readonly number[];
  place: number | string;
  onPlace: (place: number | string) => void;
}

/** The slice by its number; of a mammography the view by its name. */
function SeenOn({ exam, slices, place, onPlace }: SeenOnProps) {
  if (exam.reading.views === undefined)
    return (
      <NumberInput
        size="xs"
        label="Seen on slice"
        placeholder={`1 to ${slices.length}`}
        value={place}
        onChange={onPlace}
        min={1}
        max={slices.length}
        allowDecimal={false}
        className={classes.place}
      />
    );
  const views = slices.map((slice, at) => ({
    value: String(at + 1),
    label: capitalized(placeName(slice, exam)),
  }));
  return (
    <NativeSelect
      size="xs"
      label="Seen on view"
      value={place}
      data={[{ value: '', label: 'Not stated' }, ...views]}
      onChange={({ currentTarget: { value } }) => onPlace(value)}
    />
  );
}

/** Of an exam, the places in its stack of the slices that were read: what the viewer counts from 1. */
function readSlices({ slices }: StoredExam): number[] {
  return slices.flatMap(({ status }, place) => (status === 'read' ? [place] : []));
}
