import { Button, SegmentedControl } from '@mantine/core';
import { useKeyNames } from '../../../ui/preferences.ts';
import { type HangingPlace, placeName, placeWords } from './hang.ts';
import classes from './Views.module.css';

interface ViewToolsProps {
  places: readonly HangingPlace[];
  /** The place that is shown alone. */
  one: number | null;
  onChoose: (place: number | null) => void;
  hasLens: boolean;
  onLens: () => void;
}

/** All views or one of them, and the magnifier. */
export function ViewTools({ places, one, onChoose, hasLens, onLens }: ViewToolsProps) {
  const lensKey = useKeyNames('exam')('y').toLowerCase();
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
      <Button
        size="compact-sm"
        variant={hasLens ? 'light' : 'default'}
        aria-pressed={hasLens}
        onClick={onLens}
      >
        {`Magnifier (${lensKey})`}
      </Button>
    </div>
  );
}
