import type { ColourKeyEntry } from '@second-read/core/analysis/manifest';
import classes from './ColourKey.module.css';

/** The legend of a segmented picture. */
export function ColourKey({ entries }: { entries: readonly ColourKeyEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Colors in the image">
      {entries.map(({ colour, label }) => (
        <li key={label} className={classes.entry}>
          <span className={classes.swatch} style={{ background: colour }} aria-hidden />
          {label}
        </li>
      ))}
    </ul>
  );
}
