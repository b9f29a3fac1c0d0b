import { NativeSelect } from '@mantine/core';
import type { StatedView } from '@second-read/core/exam/report/exam-statement';
import classes from './StatedViews.module.css';

/** A picture whose file does not say its side or its view; `slice` counts from 1. */
export interface UntoldView extends StatedView {
  readonly name: string;
  /** What the file does say, and is not asked. */
  readonly isSideTold: boolean;
  readonly isViewTold: boolean;
}

interface StatedViewsProps {
  views: readonly UntoldView[];
  onChange: (views: readonly UntoldView[]) => void;
}

const fromPicture = { value: '', label: 'As the picture shows' };
const sides = [fromPicture, { value: 'right', label: 'Right' }, { value: 'left', label: 'Left' }];
const names = [fromPicture, { value: 'CC', label: 'CC' }, { value: 'MLO', label: 'MLO' }];

/** Asks for side and view of the pictures whose files do not say them. */
export function StatedViews({ views, onChange }: StatedViewsProps) {
  const change = (slice: number, said: Partial<StatedView>) =>
    onChange(views.map((view) => (view.slice === slice ? { ...view, ...said } : view)));
  return (
    <section className={classes.views} aria-label="Side and view">
      <p>{wordsOf(views.length)}</p>
      <ul>
        {views.map(({ slice, name, side, view, isSideTold, isViewTold }) => (
          <li key={slice}>
            <span className={classes.name}>{name}</span>
            <NativeSelect
              size="xs"
              aria-label={`Side of ${name}`}
              disabled={isSideTold}
              value={side ?? ''}
              data={sides}
              onChange={({ currentTarget: { value } }) =>
                change(slice, { side: value === 'right' || value === 'left' ? value : null })
              }
            />
            <NativeSelect
              size="xs"
              aria-label={`View of ${name}`}
              disabled={isViewTold}
              value={view ?? ''}
              data={names}
              onChange={({ currentTarget: { value } }) =>
                change(slice, { view: value === 'CC' || value === 'MLO' ? value : null })
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function wordsOf(count: number): string {
  const files =
    count === 1
      ? 'One file does not say which breast or view it shows.'
      : `${count.toLocaleString('en')} files do not say which breast or view they show.`;
  return `${files} State it where you know it.`;
}
