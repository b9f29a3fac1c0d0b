import { useSearchParams } from 'react-router';
import { useSession } from '../../../api/account/session.ts';
import { AuditFilterBar } from '../../../features/audit/AuditFilterBar.tsx';
import { AuditTrail } from '../../../features/audit/AuditTrail.tsx';
import { readAuditAddress, writeAuditAddress } from '../../../features/audit/audit-address.ts';
import { PatientAccess } from '../../../features/audit/PatientAccess.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import '../../../ui/mantine-app.css';

/** The organisation's own trail, for its auditors. */
export function AuditScreen() {
  const { user } = useSession();
  const [search, setSearch] = useSearchParams();
  const view = readAuditAddress(search);
  const change = (part: Partial<typeof view>) =>
    setSearch((now) => writeAuditAddress({ ...readAuditAddress(now), ...part }), { replace: true });
  if (!user?.may_audit) {
    return (
      <Page title="Audit Trail">
        <p>Only auditors of your organization may see its audit trail.</p>
      </Page>
    );
  }
  return (
    <Page
      title="Audit Trail"
      isWide
      subtitle={`Who did what, when and from where: ${user.organisation.name}`}
    >
      <PatientAccess />
      <AuditFilterBar view={view} onChange={change} />
      <AuditTrail view={view} onChange={change} />
    </Page>
  );
}
