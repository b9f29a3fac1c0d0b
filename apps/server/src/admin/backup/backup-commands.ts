import { resolve } from 'node:path';
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
        'writes database and pictures into an empty folder, beside a running server; the data keys are not in it: keep them apart, without them nobody opens it',
      run: (call, context) => tell(call, 'saved', (folder) => makeBackup(folder, context)),
    },
  ],
  [
    'backup verify',
    {
      usage: 'backup verify <folder>',
      explanation: 'whether a backup is as it was sealed, and every file of it there and as it was written',
      worksWithoutKeys: true,
      run: (call, context) => tell(call, 'as written', (folder) => verifyBackup(folder, context.config.keys)),
    },
  ],
  [
    'backup restore',
    {
      usage: 'backup restore <folder>',
      explanation: 'brings a backup into an empty installation; run it before the first start',
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
