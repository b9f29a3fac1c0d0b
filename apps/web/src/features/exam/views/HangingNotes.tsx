import { type Hanging, placeWords } from './hang.ts';
import classes from './Views.module.css';

interface HangingNotesProps {
  hanging: Hanging;
  /** Whether images were moved so that both breasts reach furthest at one height. */
  isLeveled: boolean;
}

/** What must be known of the hanging: what was told from pictures, moved, turned over, or has no scale. */
export function HangingNotes({ hanging: { places, isScaled }, isLeveled }: HangingNotesProps) {
  const named = (of: (shown: NonNullable<(typeof places)[number]['shown']>) => boolean) =>
    places.flatMap((place) => (place.shown && of(place.shown) ? [placeWords(place)] : [])).join(', ');
  const [guessed, turned] = [named(({ isTold }) => !isTold), named(({ laying }) => laying.isMirrored)];
  const notes = [
    ...(isScaled ? [] : ['The files do not say how large a pixel is: views are shown by pixels.']),
    ...(isLeveled ? ['Right and left are moved up or down: nipples are level.'] : []),
  ];
  return (
    <>
      {guessed !== '' && (
        <p className={classes.attention}>
          {`Side or view told from the picture, not from the file: ${guessed}. Please check.`}
        </p>
      )}
      {turned !== '' && (
        <p className={classes.attention}>
          {`Shown mirrored, since the chest wall lies at the border of the other breast: ${turned}.`}
        </p>
      )}
      {notes.length > 0 && <p className={classes.note}>{notes.join(' ')}</p>}
    </>
  );
}
