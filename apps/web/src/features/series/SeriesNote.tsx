import { NativeSelect } from '@mantine/core';
import { PassedOverNote } from './PassedOverNote.tsx';
import type { OpenSeries } from './read-series.ts';
import classes from './SeriesNote.module.css';
import type { SeriesState } from './use-series.ts';

interface SeriesNoteProps {
  state: SeriesState;
  disabled: boolean;
  onChoose: (series: number) => void;
}

/** What was opened, in words, and a choice where the files belong to several series. */
export function SeriesNote({ state, disabled, onChoose }: SeriesNoteProps) {
  return (
    <div className={classes.note}>
      <p role="status">{wordsOf(state)}</p>
      {state.status === 'open' && state.files.all.length > 1 && (
        <NativeSelect
          label="Series"
          description={`These files belong to ${state.files.all.length} series. The largest is shown.`}
          disabled={disabled}
          value={state.chosen}
          data={state.files.all.map((series, index) => ({
            value: String(index),
            label: labelOf(series, index),
          }))}
          onChange={(event) => onChoose(Number(event.currentTarget.value))}
        />
      )}
      {state.status === 'open' && <PassedOverNote passedOver={state.files.passedOver} />}
    </div>
  );
}

function wordsOf(state: SeriesState): string {
  if (state.status === 'none') return '';
  if (state.status === 'reading') {
    return state.total === 0 ? 'Opening the files' : `Reading ${state.done} of ${state.total} files`;
  }
  const series = state.files.all[state.chosen];
  if (!series) return '';
  const { kind, slices, modality, orderedBy } = series;
  const first = modality === 'CT' ? 'The middle one is shown first, as is usual for CT.' : '';
  const order = orderedBy === null ? '' : `, in the order of their ${orderedBy}`;
  return `${slices.length.toLocaleString('en')} ${kind}${order}. ${first} ${othersWords(state.files.others)}`.trim();
}

function othersWords(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? '1 other file holds no image.'
    : `${count.toLocaleString('en')} other files hold no image.`;
}

function labelOf({ description, slices, kind }: OpenSeries, index: number): string {
  return `${description ?? `Series ${index + 1}`} (${slices.length.toLocaleString('en')} ${kind})`;
}
