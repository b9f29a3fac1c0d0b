import { Button } from '@mantine/core';
import { useChangePreferences } from '../../api/account/use-change-preferences.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { usePreferences } from '../../ui/preferences.ts';
import classes from './Tour.module.css';
import { tourModules, tourPath } from './tour-address.ts';

/** Offers the guided first run until it was ended; `isAsked` shows it again. */
export function FirstRun({ isAsked }: { isAsked: boolean }) {
  const { tour_ended: hasEnded = false } = usePreferences();
  const { change } = useChangePreferences();
  const [first] = tourModules;
  if (first === undefined || (hasEnded && !isAsked)) return null;
  return (
    <section className={classes.panel} aria-labelledby="first-run">
      <div className={classes.words}>
        <h2 id="first-run" className={classes.heading}>
          First run: two minutes, one sample in each module
        </h2>
        <p>
          Analyze a sample, look at its findings, read its report, and go on to the next module. Leave when
          you like.
        </p>
      </div>
      <div className={classes.ways}>
        <LinkButton to={tourPath(first)}>Start</LinkButton>
        {!hasEnded && (
          <Button variant="default" onClick={() => change({ tour_ended: true })}>
            Not now
          </Button>
        )}
      </div>
    </section>
  );
}
