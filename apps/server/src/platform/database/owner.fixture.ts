import { ownEmbedded } from './embedded.ts';

/** A process that owns the folder given until SIGTERM; says the address when it is ready. */
async function main(folder: string): Promise<void> {
  const database = await ownEmbedded({ folder, durable: false });
  process.on('SIGTERM', async () => {
    await database.stop();
    process.exit(0);
  });
  setInterval(() => {}, 60_000);
  console.log(database.url);
}

main(process.argv[2] ?? '').catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
