import { runAdmin } from './admin/run-admin.ts';

/** What an operator does from the command line: `npm run --silent admin -- help`. */
process.exitCode = await runAdmin(process.argv.slice(2), {
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
  environment: process.env,
});
