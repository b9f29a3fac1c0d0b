import { useState } from 'react';
import { renewRecoveryCodes } from '../../api/account/accounts.ts';
import { BothFactorsForm } from './BothFactorsForm.tsx';
import type { FactorFormProps } from './FactorForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

/** New codes in place of all earlier ones. */
export function RenewRecoveryCodes({ username, onDone, onCancel }: FactorFormProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />;
  return (
    <BothFactorsForm
      action="Generate new codes"
      send={(password, code) => renewRecoveryCodes(username, password, code)}
      onDone={setCodes}
      onCancel={onCancel}
    />
  );
}
