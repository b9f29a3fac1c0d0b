import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { AdminRefusal } from '../modules/accounts/index.ts';
import { type KeptHead, verifyTrail } from '../modules/audit/index.ts';
import type { AdminCommand } from './command.ts';

const keptHeads = z.array(z.object({ chain: z.uuid(), sequence: z.number().int(), seal: z.string() }));
const shown = 20;

export const auditCommands: ReadonlyMap<string, AdminCommand> = new Map<string, AdminCommand>([
  [
    'audit verify',
    {
      usage: 'audit verify --against <file> --save <file>',
      explanation:
        'reads the whole trail and tells what was altered, removed, inserted, moved or cut off; exit 1 if anything was. --save keeps the ends of the chains, to be stored elsewhere; --against compares with such a file',
      options: ['against?', 'save?'],
      worksWithoutKeys: true,
      run: async ({ options, say }, context) => {
        const kept = options.against ? readHeads(options.against) : [];
        const { heads, entries, unchained, problems } = await verifyTrail(context, kept);
        for (const { chain, sequence, what } of problems.slice(0, shown))
          say(`${chain} ${sequence}: ${what}`);
        if (problems.length > shown) say(`… and ${problems.length - shown} more`);
        if (unchained > 0) say(`${unchained} entries are from before the chains and protected by nothing`);
        say(
          `${entries} entries in ${heads.length} chains: ${problems.length === 0 ? 'whole' : 'tampered with'}`,
        );
        if (options.save && problems.length === 0) {
          const ends = heads.map(({ chain, sequence, seal }) => ({ chain, sequence, seal }));
          writeFileSync(options.save, JSON.stringify(ends), { mode: 0o600 });
        }
        return problems.length === 0 ? 0 : 1;
      },
    },
  ],
]);

function readHeads(path: string): KeptHead[] {
  try {
    return keptHeads.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new AdminRefusal(`${path} is not a file that "audit verify --save" wrote.`);
  }
}
