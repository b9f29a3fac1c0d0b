import type { Letterhead } from '@second-read/contract/letterhead';
import classes from './Letterhead.module.css';

/** As it is printed: on white in both themes. */
export function LetterheadPreview({ letterhead: { name, address, logo } }: { letterhead: Letterhead }) {
  return (
    <div className={classes.paper}>
      {logo && <img className={classes.logo} src={logo} alt="Logo" />}
      <div>
        <p className={classes.name}>{name}</p>
        {address.map((line) => (
          <p key={line} className={classes.line}>
            {line}
          </p>
        ))}
      </div>
    </div>
  );
}
