import { join, resolve } from 'node:path';
import { type AdminCall, type AdminCommand, UsageError } from '../command.ts';
import { makeBackup } from './make-backup.ts';
import { type Manifest, verifyBackup } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';

export const backupCommands: ReadonlyMap<string, AdminCommand> = new Map<string, AdminCommand>([
  [
    'backup make',
    {
      usage: 'backup make <folder>',
      explanation:
        'writes database and images into an empty folder, beside a running server. The data keys are not included: keep them elsewhere, as they are needed to restore',
      run: (call, context) => tell(call, 'saved', (folder) => makeBackup(folder, context)),
    },
  ],
  [
    'backup verify',
    {
      usage: 'backup verify <folder>',
      explanation: 'checks the seal of a backup, and that every file is present and unchanged',
      worksWithoutKeys: true,
      run: (call, context) => tell(call, 'as written', (folder) => verifyBackup(folder, context.config.keys)),
    },
  ],
  [
    'backup nightly',
    {
      usage: 'backup nightly <folder>',
      explanation:
        'makes a backup in a new folder there, named by the minute, and verifies it: one line for cron',
      run: async ({ words, say }, context) => {
        const minute = context.now().toISOString().slice(0, 16).replace(':', '');
        const call = { words: [join(words[0] ?? '', minute)], options: {}, say };
        await tell(call, 'saved', (folder) => makeBackup(folder, context));
        return tell(call, 'as written', (folder) => verifyBackup(folder, context.config.keys));
      },
    },
  ],
  [
    'backup restore',
    {
      usage: 'backup restore <folder>',
      explanation: 'restores a backup into an empty installation, before its first start',
      worksWithoutKeys: true,
      run: (call, context) => tell(call, 'restored', (folder) => restoreBackup(folder, context)),
    },
  ],
]);

async function tell(
  { words, say }: AdminCall,
  done: string,
  act: (folder: string) => Promise<Manifest>,
): Promise<number> {
  if (!words[0]) throw new UsageError('It takes <folder>.');
  const { tables, pictures, madeAt } = await act(resolve(words[0]));
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  say(`${rows} rows and ${pictures.count} pictures ${done} (backup of ${madeAt})`);
  return 0;
}
