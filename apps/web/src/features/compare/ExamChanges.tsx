import { PressedRow } from '../../ui/PressedRow.tsx';
import classes from './ExamChanges.module.css';

export interface ShownChange {
  readonly id: string;
  /** "Nodule 2". */
  readonly name: string;
  /** "Grown: 9.1 to 10.4 mm". */
  readonly text: string;
}

interface ExamChangesProps {
  /** Of each lesion of the two exams. */
  changes: readonly ShownChange[];
  /** The one that is shown. */
  shown: string | null;
  onShow: (id: string) => void;
}

/** What became of each lesion; each leads both exams to the images that show it best. */
export function ExamChanges({ changes, shown, onShow }: ExamChangesProps) {
  if (changes.length === 0) return <p className={classes.none}>Neither exam shows a lesion to compare.</p>;
  return (
    <ul className={classes.changes} aria-label="Changes between the exams">
      {changes.map(({ id, name, text }) => (
        <li key={id}>
          <PressedRow isPressed={id === shown} onPress={() => onShow(id)}>
            <strong>{name}</strong>
            <span>{text}</span>
          </PressedRow>
        </li>
      ))}
    </ul>
  );
}
