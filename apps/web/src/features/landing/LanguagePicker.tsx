import { useEffect, useState } from 'react';
import { sharedItem } from '../../storage/browser-storage.ts';
import { IconLanguage } from '../../ui/icons/frame-icons.ts';
import classes from './LanguagePicker.module.css';

const languages = ['English', 'Spanish', 'French', 'German', 'Chinese', 'Japanese', 'Arabic'] as const;

const label = 'Language';

/** Holds a selection, in this browser, and translates nothing. */
export function LanguagePicker() {
  const [chosen, setChosen] = useState(chosenSoFar);
  useEffect(() => sharedItem('language').write(chosen), [chosen]);
  return (
    <div className={classes.picker}>
      <IconLanguage size={18} stroke={1.75} aria-hidden />
      <select aria-label={label} value={chosen} onChange={(event) => setChosen(event.target.value)}>
        {languages.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </div>
  );
}

/** The choice on the prerendered page, which this one is about to replace, else the stored one. */
function chosenSoFar(): string {
  if (typeof document === 'undefined') return languages[0];
  const early = document.querySelector<HTMLSelectElement>(`#root select[aria-label="${label}"]`)?.value;
  const stored = sharedItem('language').read();
  const choices = [early === languages[0] ? undefined : early, stored];
  return languages.find((name) => choices.includes(name)) ?? languages[0];
}
