import { Loader } from '@mantine/core';
import classes from '../reports/DetailsScreen.module.css';

/** While a stored report loads. */
export function LoadingAnalysis() {
  return (
    <div className={classes.loading} role="status">
      <title>Analysis Details · Second Read</title>
      <Loader aria-hidden />
      <span>Loading analysis</span>
    </div>
  );
}
