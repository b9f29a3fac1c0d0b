import { IconFileText, IconRuler2, IconServer2 } from '../../ui/icons/frame-icons.ts';
import classes from './FeatureCards.module.css';

const features = [
  {
    Icon: IconRuler2,
    title: 'Marks and measures',
    text: 'Masses, calcifications, tissue, nodules, blood and lesions are outlined in the image and measured, in millimeters where the file says how large a pixel is.',
  },
  {
    Icon: IconFileText,
    title: 'Writes the report',
    text: 'Findings with their confidence, the category with the rule that led to it, and a PDF that says exactly what the screen says.',
  },
  {
    Icon: IconServer2,
    title: 'Runs on your server',
    text: 'One command starts it. Images and reports stay where you keep them, and every access is recorded in an audit trail.',
  },
] as const;

/** What it does, in three cards. */
export function FeatureCards() {
  return (
    <ul className={classes.cards}>
      {features.map(({ Icon, title, text }) => (
        <li key={title} className={classes.card}>
          <Icon size={24} stroke={1.5} aria-hidden />
          <h2 className={classes.title}>{title}</h2>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
