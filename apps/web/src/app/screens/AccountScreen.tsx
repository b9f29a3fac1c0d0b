import { useSession } from '../../api/session.ts';
import { Account } from '../../features/accounts/Account.tsx';
import { Page } from '../../ui/Page.tsx';
import '../../ui/mantine-app.css';

/** One's own account: second factor and sessions. */
export function AccountScreen() {
  const { user } = useSession();
  return <Page title="Account">{user && <Account user={user} />}</Page>;
}
