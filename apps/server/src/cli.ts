import { analyse } from './cli/analyse.ts';
import { usage } from './cli/analyse-arguments.ts';
import { decode } from './cli/decode.ts';
import { decodeUsage } from './cli/decode-arguments.ts';
import { exam } from './cli/exam/exam.ts';
import { examUsage } from './cli/exam/exam-arguments.ts';
import { commandLineContext } from './context/command-line-context.ts';

/**
 * The command line. Results go to files, everything said to stderr; exit 2 for a call that makes no sense.
 */
const [command, ...rest] = process.argv.slice(2);
const { npm_lifecycle_event: script, INIT_CWD: callersFolder } = process.env;
/** npm runs scripts in the project's folder; the paths given are the caller's. */
if (script === command && callersFolder !== undefined) process.chdir(callersFolder);

const context = commandLineContext((line) => void process.stderr.write(`${line}\n`));

if (command === 'analyse') {
  process.exitCode = await analyse(rest, context);
} else if (command === 'decode') {
  process.exitCode = await decode(rest, context);
} else if (command === 'exam') {
  process.exitCode = await exam(rest, context);
} else {
  context.say(`${usage}\n\n${examUsage}\n\n${decodeUsage}`);
  process.exitCode = 2;
}
