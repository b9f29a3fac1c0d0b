import { Safeguards } from '../../../features/security/Safeguards.tsx';
import { Page } from '../../../ui/page/Page.tsx';

/** The details of "HIPAA-compliant handling": what the software and the operator each do. */
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
