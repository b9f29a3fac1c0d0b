import { IconMoon, IconSun } from '../../ui/icons/frame-icons.ts';
import classes from './TopBar.module.css';
import { useTheme } from './use-theme.ts';

/** Light or dark. The choice is stored and wins from then on; until then the system decides. */
export function ThemeToggle() {
  const { other, toggle } = useTheme();
  return (
    <button
      type="button"
      className={classes.iconButton}
      aria-label={`Switch to ${other} theme`}
      title={`Switch to ${other} theme`}
      onClick={toggle}
    >
      <IconMoon className={classes.forLight} size={20} stroke={1.75} aria-hidden />
      <IconSun className={classes.forDark} size={20} stroke={1.75} aria-hidden />
    </button>
  );
}
