import { defineConfig } from 'drizzle-kit';

/**
 * `npm run -w apps/server migration -- --name what_changes` writes the next migration. The script first
 * links drizzle-orm where drizzle-kit looks for it: npm installs the two in different folders. Of the
 * snapshots that drizzle-kit writes only the newest is kept: it is what the next migration is compared
 * with.
 */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/platform/database/schema.ts',
  out: './drizzle',
});
