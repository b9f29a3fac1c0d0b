import { SegmentedControl } from '@mantine/core';
import { type HangingPlace, placeName, placeWords } from './hang.ts';
import classes from './Views.module.css';

interface ViewToolsProps {
  places: readonly HangingPlace[];
  /** The place that is shown alone. */
  one: number | null;
  onChoose: (place: number | null) => void;
}

/** All views or one of them. */
export function ViewTools({ places, one, onChoose }: ViewToolsProps) {
  const shown = places.flatMap((place, index) => (place.shown ? [{ place, index }] : []));
  return (
    <div className={classes.tools}>
      <SegmentedControl
        aria-label="Views"
        size="sm"
        value={one === null ? 'all' : String(one)}
        onChange={(value) => onChoose(value === 'all' ? null : Number(value))}
        data={[
          { value: 'all', label: 'All' },
          ...shown.map(({ place, index }) => ({
            value: String(index),
            label: <span title={placeWords(place)}>{placeName(place)}</span>,
          })),
        ]}
      />
    </div>
  );
}
