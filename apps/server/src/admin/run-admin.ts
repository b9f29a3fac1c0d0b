import { rm } from 'node:fs/promises';
import { type Config, createConfig } from '../config/config.ts';
import { ConfigurationError, readEnvironment } from '../config/environment.ts';
import { withAdminContext } from '../context/admin-context.ts';
import { AdminRefusal } from '../modules/accounts/index.ts';
import { requireDataKeys } from '../modules/patients/index.ts';
import { accountCommands } from './account-commands.ts';
import { auditCommands } from './audit-commands.ts';
import { backupCommands } from './backup/backup-commands.ts';
import { type AdminCall, type AdminCommand, checkOptions, parseCall, UsageError } from './command.ts';
import { keyCommands } from './key-commands.ts';
import { retentionCommands } from './retention-commands.ts';
import { sweepCommands } from './sweep-blobs.ts';

interface AdminTerminal {
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const commands: ReadonlyMap<string, AdminCommand> = new Map([
  ...accountCommands,
  ...auditCommands,
  ...backupCommands,
  ...keyCommands,
  ...retentionCommands,
  ...sweepCommands,
]);

/** Exit status: 0 done, 1 not done or something was found, 2 a call that makes no sense. */
export async function runAdmin(args: readonly string[], terminal: AdminTerminal): Promise<number> {
  const { words, options } = parseCall(args);
  const command = commands.get(words.slice(0, 2).join(' '));
  if (!command) {
    terminal.complain(help());
    return words.length === 0 || words[0] === 'help' ? 0 : 2;
  }
  const call = { words: words.slice(2), options };
  try {
    checkOptions(command, call);
    const config = createConfig(readEnvironment(terminal.environment));
    return await runWithKeys(command, { ...call, say: terminal.say }, config);
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.complain(`${error.message}\nUsage: npm run --silent admin -- ${command.usage}`);
      return 2;
    }
    if (error instanceof AdminRefusal || error instanceof ConfigurationError) {
      terminal.complain(error.message);
      return 1;
    }
    throw error;
  }
}

async function runWithKeys(command: AdminCommand, call: AdminCall, config: Config): Promise<number> {
  try {
    return await withAdminContext(config, async (context) => {
      if (!command.worksWithoutKeys) await requireDataKeys(context);
      return command.run(call, context);
    });
  } finally {
    // Left behind, a later start would take it for the key of what is stored.
    if (command.worksWithoutKeys && config.madeKeyFile) await rm(config.madeKeyFile, { force: true });
  }
}

function help(): string {
  const lines = [...commands.values()].map(({ usage, explanation }) => `  ${usage}\n      ${explanation}`);
  return ['npm run --silent admin -- …', ...lines].join('\n');
}
