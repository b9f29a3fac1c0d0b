import { SegmentedControl } from '@mantine/core';
import { type HangingPlace, placeName, placeWords } from './hang.ts';
import classes from './Views.module.css';

interface ViewChoiceProps {
  places: readonly HangingPlace[];
  /** The view that is drawn in: from 0 among the pictures that were read. */
  at: number;
  onChoose: (at: number) => void;
}

/** Which view is drawn in. */
export function ViewChoice({ places, at, onChoose }: ViewChoiceProps) {
  return (
    <div className={classes.tools}>
      <SegmentedControl
        aria-label="View to draw in"
        size="sm"
        value={String(at)}
        onChange={(value) => onChoose(Number(value))}
        data={places.flatMap((place) =>
          place.shown
            ? [
                {
                  value: String(place.shown.at),
                  label: <span title={placeWords(place)}>{placeName(place)}</span>,
                },
              ]
            : [],
        )}
      />
    </div>
  );
}
