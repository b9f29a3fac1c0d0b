import type { StoredExam, StoredSlice } from '@second-read/core/exam/stored-exam';
import classes from './ExamViewer.module.css';

/** More would be a second stack. */
const most = 12;

interface KeySlicesProps {
  exam: StoredExam;
  slices: readonly StoredSlice[];
  /** Addresses by file. */
  urls: ReadonlyMap<string, string>;
  place: number;
  onPlace: (place: number) => void;
}

/** The slices worth opening first, small, with what they show. */
export function KeySlices({ exam, slices, urls, place, onPlace }: KeySlicesProps) {
  const keys = keysOf(exam, slices);
  if (keys.length === 0) return null;
  return (
    <ul className={classes.keys} aria-label="Key slices">
      {keys.map(({ file, at, shows }) => (
        <li key={file}>
          <button
            type="button"
            className={classes.key}
            aria-pressed={at === place}
            onClick={() => onPlace(at)}
          >
            <img className={classes.thumbnail} src={urls.get(file)} alt="" loading="lazy" />
            <span>{`${at + 1}: ${shows}`}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Each slice once, with all that it shows. */
function keysOf({ reading }: StoredExam, slices: readonly StoredSlice[]) {
  const shown = new Map<string, Set<string>>();
  for (const { file, shows } of reading.keySlices) shown.set(file, (shown.get(file) ?? new Set()).add(shows));
  return [...shown]
    .map(([file, shows]) => ({
      file,
      at: slices.findIndex((slice) => slice.file === file),
      shows: [...shows].join(', '),
    }))
    .filter(({ at }) => at >= 0)
    .slice(0, most);
}
