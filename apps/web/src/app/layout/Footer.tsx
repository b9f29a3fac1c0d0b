import { Link } from 'react-router';
import { useSite } from '../../api/organization/site.ts';
import { paths } from '../paths.ts';
import classes from './Footer.module.css';

interface FooterLink {
  readonly label: string;
  /** A screen of this application, or with `isDocument` an address that the browser loads itself. */
  readonly to: string;
  readonly isDocument?: boolean;
}

const product: readonly FooterLink[] = [
  { label: 'Breast Analysis', to: paths.breastOverview },
  { label: 'Brain CT Analysis', to: paths.brainOverview },
  { label: 'Demo', to: paths.demo },
];

const resources: readonly FooterLink[] = [
  { label: 'Measured performance', to: paths.performance },
  { label: 'API documentation', to: '/api/docs', isDocument: true },
];

/** Lists of links, copyright with the current year, and what the product is not. */
export function Footer() {
  const { product_name, support_email } = useSite();
  const company: readonly FooterLink[] = [
    { label: 'Security and privacy', to: paths.security },
    { label: 'Contact support', to: `mailto:${support_email}`, isDocument: true },
  ];
  return (
    <footer className={classes.footer} data-screen-only>
      <div className={classes.inner}>
        <div className={classes.lists}>
          <LinkList heading="Product" links={product} />
          <LinkList heading="Resources" links={resources} />
          <LinkList heading="Company" links={company} />
        </div>
        <div className={classes.small}>
          <p>
            © {new Date().getFullYear()} {product_name}
          </p>
          <p>Research use only. Not for primary diagnosis.</p>
        </div>
      </div>
    </footer>
  );
}

function LinkList({ heading, links }: { heading: string; links: readonly FooterLink[] }) {
  return (
    <nav aria-label={heading}>
      <h2 className={classes.heading}>{heading}</h2>
      <ul className={classes.list}>
        {links.map(({ label, to, isDocument }) => (
          <li key={label}>{isDocument ? <a href={to}>{label}</a> : <Link to={to}>{label}</Link>}</li>
        ))}
      </ul>
    </nav>
  );
}
