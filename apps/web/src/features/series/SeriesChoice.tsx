import { outlineWords } from '@second-read/core/exam/stack/series-choice';
import { useId } from 'react';
import type { OpenSeries } from './read-series.ts';
import classes from './SeriesNote.module.css';

interface SeriesChoiceProps {
  all: readonly OpenSeries[];
  /**
   * Place in the list of the series that is shown, and of the one that is chosen unless somebody else says.
   */
  chosen: number;
  preferred: number;
  /** Why the preferred one is. */
  reason: string;
  disabled: boolean;
  onChoose: (series: number) => void;
}

/** The series among the files that were opened, with slices, thickness and kernel; one is read. */
export function SeriesChoice({ all, chosen, preferred, reason, disabled, onChoose }: SeriesChoiceProps) {
  const id = useId();
  return (
    <fieldset className={classes.choice} disabled={disabled}>
      <legend>{`Series: ${all.length} among these files, one is read`}</legend>
      <div className={classes.list}>
        {all.map((series, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names may be the same
          <label key={index} className={classes.option} data-chosen={index === chosen || undefined}>
            <input
              type="radio"
              name={id}
              checked={index === chosen}
              onChange={() => onChoose(index)}
              aria-describedby={`${id}-${index}`}
            />
            <span>
              <span className={classes.name}>{series.description ?? `Series ${index + 1}`}</span>
              <span id={`${id}-${index}`} className={classes.facts}>
                {factsOf(series)}
                {index === preferred && ` · suggested: ${reason}`}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function factsOf({ kind, outline, isAxialCt }: OpenSeries): string {
  const words = outlineWords(outline);
  const counted = kind === 'frames' ? words.replace(/slice/, 'frame') : words;
  return isAxialCt ? counted : `${counted} · no axial CT`;
}
