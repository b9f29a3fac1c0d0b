import { SegmentedControl } from '@mantine/core';
import { type HangingPart, type HangingPlace, partsOf, placeName, placeWords } from './hang.ts';
import classes from './Views.module.css';

interface ViewToolsProps {
  places: readonly HangingPlace[];
  part: HangingPart;
  onChoose: (part: HangingPart) => void;
}

const names = { all: 'All', CC: 'CC', MLO: 'MLO', right: 'Right', left: 'Left' } as const;

/** All views, two or one of them. */
export function ViewTools({ places, part, onChoose }: ViewToolsProps) {
  const shown = places.flatMap((place, index) => (place.shown ? [{ place, index }] : []));
  return (
    <div className={classes.tools}>
      <SegmentedControl
        aria-label="Views"
        size="sm"
        value={String(part)}
        onChange={(value) => onChoose(/^\d/.test(value) ? Number(value) : (value as HangingPart))}
        data={[
          ...partsOf(places).map((value) => ({ value, label: names[value] })),
          ...shown.map(({ place, index }) => ({
            value: String(index),
            label: <span title={placeWords(place)}>{placeName(place)}</span>,
          })),
        ]}
      />
    </div>
  );
}
