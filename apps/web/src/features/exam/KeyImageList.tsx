import { Button, CloseButton } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import type { ChosenImage } from '../../stage/look/key-images.ts';
import type { StackLook } from '../../stage/look/stack-look.ts';
import classes from './ExamViewer.module.css';

interface KeyImageListProps {
  look: StackLook;
  /** "Slice 12" of the key of an image. */
  nameOf: (key: string) => string;
  /** Shows the image; how it was looked at follows by itself. */
  onShow: (image: ChosenImage) => void;
  /** Where they could be kept with a report, but are not yet. */
  note?: string | undefined;
}

/** Of images that were chosen before a review. */
export const notKeptYet = 'Key images are kept with the report while you review it.';

/** The images that the reader chose for the head of the report; each leads back to how it was looked at. */
export function KeyImageList({ look, nameOf, onShow, note }: KeyImageListProps) {
  const { keyImages } = look;
  const { listed, isFixed, removed, said } = useSyncExternalStore(keyImages.follow, () => keyImages.state);
  const show = (image: ChosenImage) => {
    keyImages.recall(image);
    look.changed();
    onShow(image);
  };
  const wordsOf = ({ key, look: { window } }: ChosenImage) =>
    window ? `${nameOf(key)}, W ${Math.round(window.width)} L ${Math.round(window.centre)}` : nameOf(key);
  return (
    <>
      {listed.length > 0 && <h2 className={classes.chosenTitle}>Key images, at the head of the PDF</h2>}
      {listed.length > 0 && (
        <ul className={classes.keys} aria-label="Key images of the reader">
          {listed.map((image) => (
            <li key={image.id} className={classes.chosen}>
              <button type="button" className={classes.key} onClick={() => show(image)}>
                <img className={classes.thumbnail} src={image.url} alt="" />
                <span>{wordsOf(image)}</span>
              </button>
              {!isFixed && (
                <CloseButton
                  className={classes.remove}
                  variant="default"
                  aria-label={`Remove the key image ${wordsOf(image)}`}
                  onClick={() => keyImages.remove(image.id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {removed && !isFixed && (
        <p className={classes.note}>
          {`The key image ${wordsOf(removed)} was removed. `}
          <Button size="compact-sm" variant="default" onClick={() => keyImages.bringBack()}>
            Undo
          </Button>
        </p>
      )}
      <p className={classes.note} role="status">
        {said}
      </p>
      {note && listed.some(({ taken }) => taken) && <p className={classes.note}>{note}</p>}
    </>
  );
}
