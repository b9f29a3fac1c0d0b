import { LinkButton } from '../../ui/LinkButton.tsx';
import { ProductShot } from '../../ui/picture/ProductShot.tsx';
import classes from './Overview.module.css';
import type { OverviewContent } from './overview-content.ts';

interface OverviewProps {
  content: OverviewContent;
  isSignedIn: boolean;
  analysisPath: string;
  loginPath: string;
}

/** One module for those who have not signed in yet: what it gives, how it looks, what it cannot do. */
export function Overview({ content, isSignedIn, analysisPath, loginPath }: OverviewProps) {
  const { title, lead, picture, points, limits } = content;
  return (
    <article className={classes.page}>
      <header className={classes.header}>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.lead}>{lead}</p>
        {isSignedIn ? (
          <LinkButton to={analysisPath} size="md">
            Try Analysis
          </LinkButton>
        ) : (
          <LinkButton to={loginPath} size="md">
            Login to Try
          </LinkButton>
        )}
      </header>
      <ProductShot {...picture} width={1280} height={800} isFirst />
      <ul className={classes.points}>
        {points.map((point) => (
          <li key={point.title}>
            <h2>{point.title}</h2>
            <p>{point.text}</p>
          </li>
        ))}
      </ul>
      <section className={classes.limits}>
        <h2>What it cannot do</h2>
        <ul>
          {limits.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      </section>
    </article>
  );
}
