import { useRef, useState } from 'react';
import { generatePatientId, isPatientIdMissing } from './patient-id.ts';

/** The patient ID of the screen: made up at first, then whatever the reader writes. */
export function usePatientId() {
  const [generated, setGenerated] = useState(generatePatientId);
  const [value, setValue] = useState(generated);
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const [shakes, setShakes] = useState(0);
  const [asked, setAsked] = useState(0);
  const ref = useRef<HTMLInputElement>(null);
  const isMissing = isPatientIdMissing(value);
  const onChange = (next: string) => {
    setValue(next);
    if (!isPatientIdMissing(next)) setShakes(0);
  };
  return {
    value,
    isMissing,
    isGenerated: value === generated,
    /** Made up by the program, and nobody has said yet that a report is wanted under it. */
    isUnconfirmed: value === generated && confirmed !== generated,
    confirm: () => setConfirmed(generated),
    field: { ref, value, onChange, shakes, isGenerated: value === generated },
    shake: () => setShakes((count) => count + 1),
    /** How often the field was asked for: on a phone it stands in a sheet that is closed. */
    asked,
    focus: () => {
      if (ref.current) ref.current.focus();
      else setAsked((count) => count + 1);
    },
    /** For the next patient: an ID left standing would join two people's reports. */
    regenerate: () => {
      const next = generatePatientId();
      setGenerated(next);
      onChange(next);
    },
  };
}
