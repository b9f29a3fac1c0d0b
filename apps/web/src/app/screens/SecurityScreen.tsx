import { Safeguards } from '../../features/security/Safeguards.tsx';
import { Page } from '../../ui/Page.tsx';

/** What stands behind "HIPAA-compliant handling": no certificate, but a list of who does what. */
export function SecurityScreen() {
  return (
    <Page
      title="Security and privacy"
      subtitle="HIPAA-compliant handling is not a certificate. It is what the software does together with what its operator does: here is each technical safeguard of 45 CFR 164.312, side by side."
    >
      <Safeguards />
    </Page>
  );
}
