import { IconAlertTriangle } from '../../ui/icons/frame-icons.ts';
import { countWords, type PassedOver } from './passed-over.ts';
import classes from './SeriesNote.module.css';

/** Which files of a series were passed over and why; unfolded where there are few. */
export function PassedOverNote({ passedOver }: { passedOver: readonly PassedOver[] }) {
  if (passedOver.length === 0) return null;
  return (
    <details className={classes.passedOver} open={passedOver.length <= 3}>
      <summary>
        <IconAlertTriangle size={16} aria-hidden />
        {countWords(passedOver.length)}
      </summary>
      <ul>
        {passedOver.map(({ name, why }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names may be the same
          <li key={index}>
            <span className={classes.file}>{name}</span> {why}
          </li>
        ))}
      </ul>
    </details>
  );
}
