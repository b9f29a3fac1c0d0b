import { removeSecondFactor } from '../../api/account/accounts.ts';
import { BothFactorsForm } from './BothFactorsForm.tsx';
import type { FactorFormProps } from './FactorForm.tsx';

/** The account is then asked for its password alone. */
export function RemoveSecondFactor({ username, onDone, onCancel }: FactorFormProps) {
  return (
    <BothFactorsForm
      action="Remove"
      color="red"
      send={(password, code) => removeSecondFactor(username, password, code)}
      onDone={onDone}
      onCancel={onCancel}
    />
  );
}
