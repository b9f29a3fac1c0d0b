import { IconLanguage } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './LanguagePicker.module.css';

const languages = ['English', 'Spanish', 'French', 'German', 'Chinese', 'Japanese', 'Arabic'] as const;

/** Holds a selection and translates nothing (decision 17). */
export function LanguagePicker() {
  const [language, setLanguage] = useState<string>(languages[0]);
  return (
    <div className={classes.picker}>
      <IconLanguage size={18} stroke={1.75} aria-hidden />
      <select aria-label="Language" value={language} onChange={(event) => setLanguage(event.target.value)}>
        {languages.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </div>
  );
}
