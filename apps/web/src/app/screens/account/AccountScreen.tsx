import { useSession } from '../../../api/account/session.ts';
import { Account } from '../../../features/accounts/Account.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { paths } from '../../paths.ts';
import '../../../ui/mantine-app.css';

/** One's own account: second factor, sessions, and the audit trail for auditors. */
export function AccountScreen() {
  const { user } = useSession();
  return (
    <Page title="Account">
      {user && <Account user={user} auditPath={paths.audit} settingsPath={paths.settings} />}
    </Page>
  );
}
