import { Anchor } from '@mantine/core';
import type { User } from '@second-read/contract/accounts';
import { roleNames } from '@second-read/core/roles/rights';
import { Link } from 'react-router';
import { useSite } from '../../api/organization/site.ts';
import { Panel } from '../../ui/Panel.tsx';
import classes from './Account.module.css';
import { PasswordPanel } from './PasswordPanel.tsx';
import { ProfilePanel } from './ProfilePanel.tsx';
import { ReadKeys } from './ReadKeys.tsx';
import { ResetDemo } from './ResetDemo.tsx';
import { SecondFactorPanel } from './SecondFactorPanel.tsx';
import { SessionList } from './SessionList.tsx';

interface AccountProps {
  user: User;
  auditPath: string;
  settingsPath: string;
}

/**
 * Who is signed in, and what of it can be changed, by which factors, and where; and for auditors the way to
 * the trail.
 */
export function Account({ user, auditPath, settingsPath }: AccountProps) {
  const site = useSite();
  const isOwnDemo = user.username === site.demo_account?.username && !user.organisation.is_demo;
  return (
    <>
      <Panel title="Signed in as">
        <dl className={classes.facts}>
          <dt>Name</dt>
          <dd>{user.full_name || user.username}</dd>
          <dt>Username</dt>
          <dd>{user.username}</dd>
          <dt>E-mail</dt>
          <dd>{user.email}</dd>
          {user.role && !user.organisation.is_demo && (
            <>
              <dt>Role</dt>
              <dd>{roleNames[user.role]}</dd>
            </>
          )}
          <dt>Organization</dt>
          <dd>{user.organisation.name}</dd>
        </dl>
        {!user.organisation.is_demo && !isOwnDemo && (
          <div className={classes.changes}>
            <ProfilePanel user={user} />
            <PasswordPanel />
          </div>
        )}
      </Panel>
      <Panel title="Second factor">
        {user.organisation.is_demo || isOwnDemo ? (
          <p className={classes.text}>The password of the demo account is public: it has no second factor.</p>
        ) : (
          <SecondFactorPanel username={user.username} />
        )}
      </Panel>
      {isOwnDemo && (
        <Panel title="Demo">
          <ResetDemo />
        </Panel>
      )}
      <Panel title="Sessions">
        <SessionList />
      </Panel>
      {!user.organisation.is_demo && (
        <Panel title="DICOMweb keys">
          <ReadKeys />
        </Panel>
      )}
      <Panel title="Settings">
        <p className={classes.text}>Theme, density, units, dates, hanging of mammograms and keys.</p>
        <Anchor component={Link} to={settingsPath}>
          Settings
        </Anchor>
      </Panel>
      {user.may_audit && (
        <Panel title="Audit">
          <p className={classes.text}>Who did what in {user.organisation.name}, when and from where.</p>
          <Anchor component={Link} to={auditPath}>
            Audit Trail
          </Anchor>
        </Panel>
      )}
    </>
  );
}
