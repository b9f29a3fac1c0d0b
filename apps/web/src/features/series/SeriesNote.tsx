import { Button } from '@mantine/core';
import type { SliceNoun } from '../../stage/layout/slices.ts';
import { PassedOverNote } from './PassedOverNote.tsx';
import { SeriesChoice } from './SeriesChoice.tsx';
import classes from './SeriesNote.module.css';
import type { SeriesState } from './use-series.ts';

interface SeriesNoteProps {
  state: SeriesState;
  noun: SliceNoun;
  disabled: boolean;
  /** Why the suggested one of several series is. */
  reason: string;
  onChoose: (series: number) => void;
}

/** What was opened, in words, and a choice where the files belong to several series. */
export function SeriesNote({ state, noun, disabled, reason, onChoose }: SeriesNoteProps) {
  return (
    <div className={classes.note}>
      <p role="status">{wordsOf(state, noun)}</p>
      {state.status === 'open' && state.files.all.length > 1 && (
        <SeriesChoice
          all={state.files.all}
          chosen={state.chosen}
          preferred={state.files.preferred}
          reason={reason}
          disabled={disabled}
          onChoose={onChoose}
        />
      )}
      {state.status === 'open' && state.files.spellings.length > 0 && (
        <p>{`The files spell this patient in several ways: ${state.files.spellings.join('; ')}.`}</p>
      )}
      {state.status === 'open' && state.more && (
        <Button variant="default" size="xs" disabled={disabled} onClick={state.more.choose}>
          {moreWords(state.more.left)}
        </Button>
      )}
      {state.status === 'open' && <PassedOverNote passedOver={state.files.passedOver} />}
    </div>
  );
}

function wordsOf(state: SeriesState, noun: SliceNoun): string {
  if (state.status === 'none' || state.status === 'asking') return '';
  if (state.status === 'reading') {
    return state.total === 0 ? 'Opening the files' : `Reading ${state.done} of ${state.total} files`;
  }
  const series = state.files.all[state.chosen];
  if (!series) return '';
  const { slices, modality, orderedBy } = series;
  const first = modality === 'CT' ? 'The middle one is shown first, as is usual for CT.' : '';
  const order = orderedBy === null ? '' : `, in the order of their ${orderedBy}`;
  return `${slices.length.toLocaleString('en')} ${noun}s${order}. ${first} ${othersWords(state.files.others)}`.trim();
}

function moreWords(left: number): string {
  if (left === 0) return 'All patients and studies of these files were opened: open one again';
  return left === 1 ? 'Open the other patient or study' : `Open one of ${left} other patients or studies`;
}

function othersWords(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? '1 other file holds no image.'
    : `${count.toLocaleString('en')} other files hold no image.`;
}
