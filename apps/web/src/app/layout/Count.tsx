import classes from './TopBar.module.css';

const most = 99;

/** The server counts to 100. */
export function countWords(count: number): string {
  return count > most ? `${most}+` : String(count);
}

/** A number at the corner of a button, whose label says it too; none for 0. */
export function Count({ of }: { of: number }) {
  if (of === 0) return null;
  return (
    <span className={classes.count} aria-hidden>
      {countWords(of)}
    </span>
  );
}
