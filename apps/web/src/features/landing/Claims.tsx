import { Link } from 'react-router';
import classes from './Claims.module.css';

interface ClaimsProps {
  performancePath: string;
  securityPath: string;
}

/**
 * The claims of the product, each beside what qualifies it, at the same size:
 * a reader must not meet the one without the other.
 */
export function Claims({ performancePath, securityPath }: ClaimsProps) {
  return (
    <ul className={classes.claims}>
      <li>
        <strong>99.9% accuracy</strong>
        <span>Product claim, not a measured clinical result.</span>
        <Link to={performancePath}>See measured performance</Link>
      </li>
      <li>
        <Link to={securityPath} className={classes.strong}>
          HIPAA-compliant handling
        </Link>
        <span>Each safeguard, what the software does and what its operator must do.</span>
      </li>
    </ul>
  );
}
