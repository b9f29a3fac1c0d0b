import { manifests } from '@second-read/analyses/manifests';
import { generatePath, useNavigate } from 'react-router';
import { useSession } from '../../api/account/session.ts';
import { CommandPalette } from '../../features/palette/CommandPalette.tsx';
import type { PaletteEntry } from '../../features/palette/palette-entries.ts';
import { openKeyHelp } from '../../ui/help/key-sections.ts';
import { paths } from '../paths.ts';
import { useTheme } from './use-theme.ts';
import '../../ui/mantine-app.css';

const screens: readonly (readonly [label: string, path: string, words?: string])[] = [
  ['Worklist', paths.worklist, 'review sign'],
  ['Analysis History', paths.history, 'reports'],
  ['Dashboard', paths.dashboard, 'modules'],
  ['My series', paths.seriesList, 'exam batch'],
  ['Guided first run', `${paths.dashboard}?tour=1`, 'tour samples help'],
  ['Settings', paths.settings, 'theme density units dates keyboard hanging'],
  ['Account', paths.account, 'password sessions letterhead'],
  ['Handbook', '/help', 'help how to review sign backup phone'],
  ['Measured performance', paths.performance, 'figures'],
  ['Security and privacy', paths.security],
  ['Check a printed code', paths.verify, 'verify'],
];

/** The palette with the screens and actions of this application. */
export function Palette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const { user } = useSession();
  const theme = useThemeEntry();
  const go = (path: string) => () => void navigate(path);
  const audit = user?.may_audit ? [['Audit Trail', paths.audit, 'log'] as const] : [];
  const entries: PaletteEntry[] = [
    ...manifests.map(({ id, title, route }) =>
      screen(`new-${id}`, `New: ${title}`, go(route), 'upload analyze'),
    ),
    ...[...screens, ...audit].map(([label, path, words]) => screen(path, label, go(path), words)),
    { id: 'keys', group: 'Actions', label: 'Keys of this screen', words: 'help shortcuts', run: openKeyHelp },
    theme,
  ];
  return (
    <CommandPalette
      opened={opened}
      entries={entries}
      onReport={(id) => void navigate(generatePath(paths.details, { id }))}
      onClose={onClose}
    />
  );
}

function screen(id: string, label: string, run: () => void, words = ''): PaletteEntry {
  return { id: id.replaceAll(/[^a-z-]/g, ''), group: 'Screens', label, words, run };
}

function useThemeEntry(): PaletteEntry {
  const { other, toggle } = useTheme();
  return {
    id: 'theme',
    group: 'Actions',
    label: `Switch to ${other} theme`,
    run: toggle,
  };
}
