import { CloseButton } from '@mantine/core';
import { captureWords } from '@second-read/core/report/capture-note';
import { UndoLine } from '../../../ui/page/UndoLine.tsx';
import classes from './PictureTray.module.css';
import type { PictureTaken } from './pictures-taken.ts';
import { useObjectUrl } from './use-object-url.ts';
import type { Pictures } from './use-pictures.ts';

interface PictureTrayProps {
  pictures: Pictures;
  disabled: boolean;
  chosen: File | null;
  /** Where a picture that the outbox has is now, in words. */
  keptWords: (keptAs: string) => string;
  onChoose: (picture: PictureTaken) => void;
}

/** The pictures of this patient; the chosen one is read. */
export function PictureTray({ pictures, disabled, chosen, keptWords, onChoose }: PictureTrayProps) {
  const { bringBack } = pictures;
  if (pictures.pictures.length === 0 && !bringBack) return null;
  return (
    <section aria-labelledby="pictures-taken">
      <h2 id="pictures-taken" className={classes.title}>
        Pictures of this patient
      </h2>
      <ul className={classes.list}>
        {pictures.pictures.map((picture, index) => (
          <li key={picture.id} className={classes.item}>
            <button
              type="button"
              className={classes.picture}
              aria-pressed={picture.file === chosen}
              disabled={disabled || picture.keptAs !== undefined}
              onClick={() => onChoose(picture)}
            >
              <Thumbnail file={picture.file} />
              <span>
                {`${index + 1}. ${captureWords(picture.note)}`}
                {picture.keptAs !== undefined && ` (${keptWords(picture.keptAs)})`}
              </span>
            </button>
            <CloseButton
              className={classes.remove}
              size={28}
              aria-label={`Remove picture ${index + 1}`}
              disabled={disabled || picture.file === chosen}
              onClick={() => pictures.remove(picture.id)}
            />
          </li>
        ))}
      </ul>
      {bringBack && <UndoLine said="A picture was removed." onUndo={bringBack} />}
    </section>
  );
}

function Thumbnail({ file }: { file: File }) {
  const url = useObjectUrl(file);
  return url === null ? (
    <span className={classes.thumb} />
  ) : (
    <img className={classes.thumb} src={url} alt="" />
  );
}
