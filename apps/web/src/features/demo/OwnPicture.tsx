import { useState } from 'react';
import classes from './Demo.module.css';

/** A picture the visitor chose: shown from this browser's memory, sent nowhere, read by nobody. */
export function OwnPicture({ src, name, onBack }: { src: string; name: string; onBack: () => void }) {
  const [hasFailed, setFailed] = useState(false);
  return (
    <div className={classes.own}>
      <figure className={classes.figure}>
        <div className={classes.ground}>
          {hasFailed ? (
            <p role="alert" className={classes.broken}>
              This browser cannot show this file. Choose a JPEG, PNG or WebP image.
            </p>
          ) : (
            <img className={classes.ownImage} src={src} alt={name} onError={() => setFailed(true)} />
          )}
        </div>
        <figcaption className={classes.caption}>{name}</figcaption>
      </figure>
      <p>
        This image stays in your browser and has not been analyzed. Sign in and open Breast Analysis to
        analyze it.
      </p>
      <button type="button" className={classes.button} onClick={onBack}>
        Back to the demo case
      </button>
    </div>
  );
}
