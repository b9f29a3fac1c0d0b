import { visibleText } from '../format/visible-text.ts';
import classes from './PatientIdText.module.css';

/** Characters that a column of every list has space for. */
const fits = 18;

/** A patient ID in a list: short ones keep to one line, longer ones break. */
export function PatientIdText({ id }: { id: string }) {
  return <span className={id.length <= fits ? classes.short : undefined}>{visibleText(id)}</span>;
}
