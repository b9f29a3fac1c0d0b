import { moduleOf } from '@second-read/analyses/catalogue';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { Link } from 'react-router';
import { useChangePreferences } from '../../api/account/use-change-preferences.ts';
import { IconCheck, IconX } from '../../ui/icons/frame-icons.ts';
import { useKeyNames } from '../../ui/preferences.ts';
import classes from './Tour.module.css';
import { nextOfTour, tourModules, tourPath } from './tour-address.ts';

interface TourCardProps {
  manifest: ModuleManifest;
  /** How far the analysis on the screen is. */
  state: 'empty' | 'chosen' | 'analysing' | 'done';
  /** Where the first run ends. */
  endPath: string;
}

/** What to do next on this screen, step by step, and the way to the sample of the next module. */
export function TourCard({ manifest, state, endPath }: TourCardProps) {
  const { change } = useChangePreferences();
  const outlines = useKeyNames('viewer')('o');
  const next = nextOfTour(manifest);
  const { exam } = moduleOf(manifest.id);
  const [sample] = manifest.gallery;
  const end = () => change({ tour_ended: true });
  const steps = [
    [`A sample is open: ${sample?.label ?? 'image'}.`, state !== 'empty'],
    ['Press Analyze Image, or Ctrl Enter.', state === 'done'],
    [`Click into the image and press ${outlines} for outlines; rest on a mark to read it.`, false],
    [
      `Read the first sentence of the report: its source says ${sample?.truth ?? 'nothing'}. Open a finding, download the PDF.`,
      false,
    ],
  ] as const;
  const current = state === 'done' ? [2, 3] : state === 'empty' ? [0] : [1];
  return (
    <section className={classes.card} aria-label="First run">
      <header className={classes.top}>
        <strong>{`First run, ${tourModules.indexOf(manifest) + 1} of ${tourModules.length}`}</strong>
        <Link to={endPath} className={classes.close} aria-label="End the first run" onClick={end}>
          <IconX size={16} aria-hidden />
        </Link>
      </header>
      <ol className={classes.steps}>
        {steps.map(([words, isDone], at) => (
          <li
            key={words}
            data-done={isDone || undefined}
            aria-current={current.includes(at) ? 'step' : undefined}
          >
            {words}
            {isDone && <IconCheck size={14} role="img" aria-label="done" />}
          </li>
        ))}
      </ol>
      {exam && (
        <p className={classes.note}>
          {`All ${exam.noun}s of a patient, dropped together, as a folder or a ZIP, are one exam: one report, one charge.`}
        </p>
      )}
      {next ? (
        <Link to={tourPath(next)}>{`Next: ${next.card.title}`}</Link>
      ) : (
        <Link to={endPath} onClick={end}>
          End the first run
        </Link>
      )}
    </section>
  );
}
