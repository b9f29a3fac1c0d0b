import classes from './ExamViewer.module.css';

const stack = [
  ['↑ ↓', 'slice by slice'],
  ['Home End', 'first, last'],
  ['N P', 'next, previous finding'],
] as const;
const ofPlanes = [
  ['V', 'next plane'],
  ['M', 'thicker slab'],
  ['O', 'regions'],
  ['X', 'crosshair'],
  ['← →', 'crosshair across'],
] as const;
const ofViews = [
  ['1 – 4', 'one view, and back'],
  ['+ −', 'zoom all views'],
  ['arrows', 'move'],
  ['0', 'whole views'],
  ['G', 'magnifier'],
  ['N P', 'next, previous finding'],
] as const;

/** The keys of the picture that has the focus. */
export function ExamKeys({
  hasPlanes = false,
  areViews = false,
}: {
  hasPlanes?: boolean;
  areViews?: boolean;
}) {
  const keys = areViews ? ofViews : [...stack, ...(hasPlanes ? ofPlanes : [])];
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
