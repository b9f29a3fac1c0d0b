import classes from './Demo.module.css';

/** A picture the visitor chose: shown from this browser's memory, sent nowhere, read by nobody. */
export function OwnPicture({ src, name, onBack }: { src: string; name: string; onBack: () => void }) {
  return (
    <div className={classes.own}>
      <figure className={classes.figure}>
        <div className={classes.ground}>
          <img className={classes.ownImage} src={src} alt={name} />
        </div>
        <figcaption className={classes.caption}>{name}</figcaption>
      </figure>
      <p>
        This picture stays in your browser and has not been analysed. Sign in and open Breast Analysis to have
        it read.
      </p>
      <button type="button" className={classes.button} onClick={onBack}>
        Back to the demo case
      </button>
    </div>
  );
}
