import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { Link } from 'react-router';
import { IconArrowRight, IconLock } from '../../ui/icons/frame-icons.ts';
import classes from './ModuleCard.module.css';
import { TrialMeter } from './TrialMeter.tsx';

interface ModuleCardProps {
  manifest: ModuleManifest;
  /** Analyses left; null while unknown. */
  trialsLeft: number | null;
  /** Why it takes no new work; null where it does. */
  whyOff: string | null;
}

/** One clinical module: what it gives, how many analyses are left, and the way in. */
export function ModuleCard({ manifest, trialsLeft, whyOff }: ModuleCardProps) {
  const { card, id, route } = manifest;
  return (
    <article className={classes.card}>
      <img className={classes.picture} src={`/thumbnails/${id}.webp`} alt="" width={640} height={400} />
      <div className={classes.body}>
        <h2 className={classes.title}>
          <Link to={route} className={classes.link}>
            {card.title}
          </Link>
          <IconArrowRight className={classes.arrow} size={18} aria-hidden />
        </h2>
        <ul className={classes.features}>
          {card.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
        {whyOff !== null && (
          <p className={classes.off}>
            <IconLock size={16} aria-hidden /> <span>Switched off: {whyOff}</span>
          </p>
        )}
        <TrialMeter name={card.title} left={trialsLeft} />
      </div>
    </article>
  );
}
