import classes from './LoadingRows.module.css';

interface LoadingRowsProps {
  /** Said to those who do not see the rows. */
  label: string;
  count?: number;
  /** Pixels: as high as what is coming, so that nothing jumps. */
  height: number;
}

/** Where a list loads: its rows, still empty. */
export function LoadingRows({ label, count = 5, height }: LoadingRowsProps) {
  return (
    <div className={classes.rows}>
      <p role="status" className={classes.label}>
        {label}
      </p>
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div key={row} className={classes.row} style={{ height }} data-skeleton aria-hidden />
      ))}
    </div>
  );
}
