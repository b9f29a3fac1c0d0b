import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import classes from './TopBar.module.css';

/** Light or dark. The choice is stored and wins from then on; until then the system decides. */
export function ThemeToggle() {
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const other = scheme === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      className={classes.iconButton}
      aria-label={`Switch to ${other} theme`}
      title={`Switch to ${other} theme`}
      onClick={() => setColorScheme(other)}
    >
      <IconMoon className={classes.forLight} size={20} stroke={1.75} aria-hidden />
      <IconSun className={classes.forDark} size={20} stroke={1.75} aria-hidden />
    </button>
  );
}
