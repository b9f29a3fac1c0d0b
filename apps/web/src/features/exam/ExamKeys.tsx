import { useKeySections } from '../../ui/help/key-sections.ts';
import { useKeyNames } from '../../ui/preferences.ts';
import classes from './ExamViewer.module.css';

const stack = [
  ['↑ ↓', 'slice by slice'],
  ['Home End', 'first, last'],
  ['N ;', 'next, previous finding'],
] as const;
const ofPlanes = [
  ['D', 'next plane'],
  ['M', 'thicker slab'],
  [',', 'MIP, MinIP, average of the slab'],
  ['O', 'regions'],
  ['Q', 'crosshair'],
  ['← →', 'crosshair across'],
] as const;
const ofViews = [
  ['Space', 'CC, MLO, right, left, all'],
  ['1 – 4', 'one view, and back'],
  ['0', 'whole views'],
  ['N ;', 'next, previous finding'],
] as const;

/** The keys of the picture that has the focus. */
export function ExamKeys({
  hasPlanes = false,
  areViews = false,
}: {
  hasPlanes?: boolean;
  areViews?: boolean;
}) {
  const ownKey = useKeyNames('exam');
  const usual = areViews ? ofViews : [...stack, ...(hasPlanes ? ofPlanes : [])];
  const keys = usual.map(([key, does]) => [namesOf(key, ownKey), does] as const);
  useKeySections([
    { heading: 'Images of the exam', entries: keys.map(([key, does]) => [key, capital(does)]), note },
  ]);
  return (
    <dl className={classes.keyList} aria-label="Keys of the picture">
      {keys.map(([key, does]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}

const note = 'Letters work wherever the focus is, arrows while an image has it.';

/** "N P" with the account's keys; "Home" is no key that can be changed. */
function namesOf(keys: string, ownKey: (usual: string) => string): string {
  return keys
    .split(' ')
    .map((key) => (key.length === 1 ? ownKey(key.toLowerCase()) : key))
    .join(' ');
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
