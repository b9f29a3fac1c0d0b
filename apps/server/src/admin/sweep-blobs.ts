import type { AppContext } from '../context.ts';
import { organisationIds } from '../modules/accounts/index.ts';
import type { AdminCommand } from './command.ts';
import { whileNothingIsCopied } from './erasure-lock.ts';
import { earlierClock } from './retention-clock.ts';
import { blobsOfAnalysis, isNamed } from './stored-blobs.ts';

/** What is written is named within minutes; a younger blob may belong to an analysis that runs. */
const youngestMs = 86_400_000;
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ofAnalysis = `(?:uploads|reports)/[0-9-]{10}/(?<analysis>${uuid})-[\\w.-]+`;
/** What this program writes, by organization. A bucket may hold other things too: they are left alone. */
/** `pacs/`: documents that earlier versions kept until they were sent. */
const ownKey = new RegExp(`^(?<organisation>${uuid})/(?:${ofAnalysis}|pacs/${uuid}\\.pdf)$`);

type Tools = Pick<AppContext, 'blobs' | 'db' | 'now'>;

interface Swept {
  /** Keys that no row names: a server that lost its power between two steps leaves them. */
  readonly orphans: readonly string[];
  readonly named: number;
}

async function sweptBlobs({ blobs, db, now }: Tools): Promise<Swept> {
  const before = new Date((await earlierClock({ db, now })).getTime() - youngestMs);
  const organisations = await organisationIds(db);
  const orphans: string[] = [];
  let named = 0;
  for await (const key of blobs.list(before)) {
    const { organisation = '', analysis } = ownKey.exec(key)?.groups ?? {};
    if (!organisations.includes(organisation)) continue;
    const own = analysis === undefined ? [] : await blobsOfAnalysis(db, analysis);
    // The second look costs more: reports of exams name pictures of another analysis.
    if (own.includes(key) || (await isNamed(db, key))) named++;
    else orphans.push(key);
  }
  return { orphans, named };
}

/** What was named meanwhile stays. */
async function eraseOrphans(orphans: readonly string[], { blobs, db }: Tools): Promise<number> {
  let erased = 0;
  await whileNothingIsCopied(db, async () => {
    for (const key of orphans) {
      if (await isNamed(db, key)) continue;
      await blobs.delete(key);
      erased++;
    }
  });
  return erased;
}

export const sweepCommands: ReadonlyMap<string, AdminCommand> = new Map<string, AdminCommand>([
  [
    'images sweep',
    {
      usage: 'images sweep [--confirm <number>]',
      explanation:
        'finds stored images and uploads of its organizations, older than a day, that no analysis, report or push names; erases them with their number as confirmation, unless they are more than what is named; can be interrupted and run beside the server',
      options: ['confirm?'],
      run: async ({ say, options }, context) => {
        const { orphans, named } = await sweptBlobs(context);
        const count = orphans.length;
        if (count === 0) say('Every stored image is named by an analysis, report or push.');
        if (count === 0) return 0;
        const counted = `${count} images are named by no analysis, report or push`;
        if (count > named) {
          say(`${counted}, and ${named} are: this looks like another database. Nothing was erased.`);
          return 1;
        }
        if (options.confirm !== String(count)) {
          say(`${counted}. Nothing was erased.`);
          say(`To erase them, add --confirm ${count}`);
          return 1;
        }
        say(`${await eraseOrphans(orphans, context)} images erased`);
        return 0;
      },
    },
  ],
]);
