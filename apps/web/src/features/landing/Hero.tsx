import { LinkButton } from '../../ui/LinkButton.tsx';
import { ProductShot } from '../../ui/picture/ProductShot.tsx';
import { Claims } from './Claims.tsx';
import classes from './Hero.module.css';
import { LanguagePicker } from './LanguagePicker.tsx';

interface HeroProps {
  isSignedIn: boolean;
  loginPath: string;
  dashboardPath: string;
  performancePath: string;
  securityPath: string;
}

/** What it is, in one look: a sentence, the way in, and the product itself. */
export function Hero({ isSignedIn, loginPath, dashboardPath, performancePath, securityPath }: HeroProps) {
  return (
    <section className={classes.hero} aria-labelledby="hero-title">
      <div className={classes.words}>
        <h1 id="hero-title" className={classes.title}>
          A second reader for medical images
        </h1>
        <p className={classes.lead}>
          Upload a mammogram, a CT slice or a cervix image. Second Read marks what it finds, measures it and
          writes a structured report for you to review, on your own server.
        </p>
        <div className={classes.ways}>
          {isSignedIn ? (
            <LinkButton to={dashboardPath} size="md">
              Try Demo
            </LinkButton>
          ) : (
            <LinkButton to={loginPath} size="md">
              Login to Demo
            </LinkButton>
          )}
          <LanguagePicker />
        </div>
        <Claims performancePath={performancePath} securityPath={securityPath} />
      </div>
      <ProductShot
        name="product"
        alt="The breast analysis screen: a mammogram with its tissue marked, and the report beside it"
        width={1440}
        height={900}
        hasSmall
        isFirst
      />
    </section>
  );
}
