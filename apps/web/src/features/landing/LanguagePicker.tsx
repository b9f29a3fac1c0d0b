import { IconLanguage } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './LanguagePicker.module.css';

const languages = ['English', 'Spanish', 'French', 'German', 'Chinese', 'Japanese', 'Arabic'] as const;

const label = 'Language';

/** Holds a selection and translates nothing. */
export function LanguagePicker() {
  const [first] = useState(chosenSoFar);
  return (
    <div className={classes.picker}>
      <IconLanguage size={18} stroke={1.75} aria-hidden />
      <select aria-label={label} defaultValue={first}>
        {languages.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </div>
  );
}

/** What somebody chose on the prerendered page, which this one is about to replace. */
function chosenSoFar(): string {
  if (typeof document === 'undefined') return languages[0];
  return (
    document.querySelector<HTMLSelectElement>(`#root select[aria-label="${label}"]`)?.value ?? languages[0]
  );
}
