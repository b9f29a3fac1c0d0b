import { IconCheck } from '../../ui/icons/frame-icons.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Carousel } from './Carousel.tsx';
import classes from './DemoSection.module.css';

const keyFeatures = [
  'DICOM, PNG, JPEG, WebP, TIFF, GIF and BMP, read at full bit depth',
  'Breast, brain CT, lung CT and cervix',
  'Confidence as measured by the engine; where nothing measures it, the report says so',
  'An image of the wrong organ or of poor quality is refused, with the reason',
  'History of every report, by patient ID',
] as const;

/** How it goes, in three steps, and what else there is. */
export function DemoSection({ demoPath }: { demoPath: string }) {
  return (
    <section className={classes.section} aria-labelledby="demo-title">
      <div className={classes.inner}>
        <h2 id="demo-title" className={classes.title}>
          From image to report in three steps
        </h2>
        <div className={classes.columns}>
          <Carousel />
          <div>
            <h3 className={classes.heading}>Key features</h3>
            <ul className={classes.list}>
              {keyFeatures.map((feature) => (
                <li key={feature}>
                  <IconCheck size={18} stroke={2} aria-hidden />
                  <span>{feature}</span>
                </li>
              ))}
            </ul>
            <LinkButton to={demoPath} size="md">
              Try Full Demo
            </LinkButton>
          </div>
        </div>
      </div>
    </section>
  );
}
