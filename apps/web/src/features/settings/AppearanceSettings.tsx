import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import type { Preferences } from '@second-read/contract/preferences';
import { Choice } from '../../ui/Choice.tsx';
import { formatDate } from '../../ui/format/format-date.ts';
import { lengthWords } from '../../ui/format/lengths.ts';
import { Panel } from '../../ui/Panel.tsx';
import classes from './Settings.module.css';

export interface SettingsProps {
  preferences: Preferences;
  onChange: (change: Preferences) => void;
}

const themes = { auto: 'As the system has it', light: 'Light', dark: 'Dark' } as const;
const densities = {
  compact: 'Compact: rows of 28 px',
  standard: 'Standard: rows of 36 px',
  comfortable: 'Comfortable: rows of 44 px',
} as const;
const units = { mm: 'Millimeters (12.3 mm)', cm: 'Centimeters (1.23 cm)' } as const;
const dateFormats = {
  browser: 'As the browser writes them',
  iso: '2026-11-24 18:05',
  day_first: '24 Nov 2026, 18:05',
  month_first: 'Nov 24, 2026, 6:05 PM',
} as const;

/** How screens look, and how lengths and dates are written. */
export function AppearanceSettings({ preferences, onChange }: SettingsProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const changeTheme = (theme: MantineColorScheme) => {
    setColorScheme(theme);
    onChange({ theme: theme === 'auto' ? null : theme });
  };
  const { density = 'standard', units: unit = 'mm', date_format: dateFormat = 'browser' } = preferences;
  return (
    <Panel title="Appearance, units and dates">
      <div className={classes.fields}>
        <Choice label="Theme" words={themes} value={colorScheme} onChange={changeTheme} />
        <Choice
          label="Density of lists and tables"
          words={densities}
          value={density}
          onChange={(chosen) => onChange({ density: chosen })}
        />
        <Choice
          label="Lengths"
          description="In the viewer and in reports on screen. PDF and exports are in millimeters."
          words={units}
          value={unit}
          onChange={(chosen) => onChange({ units: chosen })}
        />
        <Choice
          label="Dates"
          description="In lists, reports and messages on screen."
          words={dateFormats}
          value={dateFormat}
          onChange={(chosen) => onChange({ date_format: chosen })}
        />
      </div>
      <p className={classes.sample}>
        {`A nodule of ${lengthWords(12.3)}, signed ${formatDate('2026-11-24T18:05:00')}.`}
      </p>
    </Panel>
  );
}
