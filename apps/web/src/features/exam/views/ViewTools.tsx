import { Button, SegmentedControl } from '@mantine/core';
import { useKeyNames } from '../../../ui/preferences.ts';
import { type HangingPlace, placeName, placeWords } from './hang.ts';
import type { HangingState } from './use-hanging.ts';
import classes from './Views.module.css';
import { zoomStep } from './view-keys.ts';

interface ViewToolsProps {
  places: readonly HangingPlace[];
  state: HangingState;
}

/** All views or one of them, their zoom, and the magnifier. */
export function ViewTools({ places, state }: ViewToolsProps) {
  const { one, look, hasLens } = state;
  const lensKey = useKeyNames('exam')('g');
  const shown = places.flatMap((place, index) => (place.shown ? [{ place, index }] : []));
  return (
    <div className={classes.tools}>
      <SegmentedControl
        aria-label="Views"
        size="sm"
        value={one === null ? 'all' : String(one)}
        onChange={(value) => (value === 'all' ? state.showAll() : state.choose(Number(value)))}
        data={[
          { value: 'all', label: 'All' },
          ...shown.map(({ place, index }) => ({
            value: String(index),
            label: <span title={placeWords(place)}>{placeName(place)}</span>,
          })),
        ]}
      />
      <Button.Group>
        <Button variant="default" size="compact-sm" aria-label="Zoom in" onClick={() => state.zoom(zoomStep)}>
          +
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          aria-label="Zoom out"
          disabled={look.zoom === 1}
          onClick={() => state.zoom(1 / zoomStep)}
        >
          −
        </Button>
        <Button variant="default" size="compact-sm" disabled={look.zoom === 1} onClick={state.reset}>
          Whole views (0)
        </Button>
      </Button.Group>
      <Button
        size="compact-sm"
        variant={hasLens ? 'light' : 'default'}
        aria-pressed={hasLens}
        onClick={state.toggleLens}
      >
        {`Magnifier (${lensKey.toLowerCase()})`}
      </Button>
    </div>
  );
}
