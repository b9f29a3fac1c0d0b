import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useChangePreferences } from '../../api/account/use-change-preferences.ts';

/** Light or dark, and the way to the other; the choice is kept in this browser and with the account. */
export function useTheme() {
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const { change } = useChangePreferences();
  const other = scheme === 'dark' ? 'light' : 'dark';
  const toggle = () => {
    setColorScheme(other);
    change({ theme: other });
  };
  return { other, toggle } as const;
}
