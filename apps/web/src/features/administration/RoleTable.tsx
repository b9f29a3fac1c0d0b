import {
  type Role,
  rights,
  rightsOfRole,
  rightWords,
  roleNames,
  roles,
} from '@second-read/core/roles/rights';
import classes from './Administration.module.css';

/** Each role in a sentence. */
const purposes: Readonly<Record<Role, string>> = {
  technician: 'Uploads images and sees the reports of what they uploaded.',
  reader: 'Reviews and signs reports, and amends or withdraws what they signed.',
  senior_reader: 'A reader who also amends or withdraws what others signed, and arbitrates.',
  auditor: 'Sees every report and the audit trail, and changes nothing.',
  administrator: 'A reader who also manages accounts, settings and modules.',
};

/** Who may do what: the roles in words, then the table of rights. */
export function RoleTable() {
  return (
    <>
      <dl className={classes.roles}>
        {roles.map((role) => (
          <div key={role}>
            <dt>{roleNames[role]}</dt>
            <dd>{purposes[role]}</dd>
          </div>
        ))}
      </dl>
      <details className={classes.details}>
        <summary>All rights</summary>
        <ul className={classes.rights}>
          {rights.map((right) => (
            <li key={right}>
              <strong>{`May ${rightWords[right]}: `}</strong>
              {roles
                .filter((role) => rightsOfRole[role].includes(right))
                .map((role) => roleNames[role])
                .join(', ')}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
