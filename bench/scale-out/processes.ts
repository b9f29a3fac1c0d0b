import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Program {
  readonly name: string;
  readonly pid: number;
  /** What it said of itself: the address of an API process. */
  readonly ready: string;
  /** What it had to say: the last of stdout and stderr. */
  said(): string;
  /** Ends it at once, as a machine that loses its power. */
  kill(): Promise<void>;
  /** Asks it to end, and waits. */
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

/** A program of the built server as a container runs it, once it says that it is there. */
export async function startProgram(
  program: 'main' | 'worker',
  name: string,
  environment: Environment,
): Promise<Program> {
  const asItRuns = program === 'worker' ? ['--single-threaded-gc'] : [];
  const child = spawn(process.execPath, [...asItRuns, `apps/server/dist/${program}.js`], {
    cwd: root,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C is for the benchmark, which then stops them in order.
    detached: true,
  });
  let text = '';
  const hear = (chunk: Buffer) => {
    text = (text + chunk).slice(-20_000);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const sign = program === 'main' ? /is ready at (http:\/\/\S+)/ : /a worker takes (\d+) at a time/;
  const ready = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const found = sign.exec(text)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${text}`)));
  });
  return { name, pid: child.pid ?? 0, ready, said: () => text, ...endings(child) };
}

function endings(child: ChildProcess): Pick<Program, 'kill' | 'stop'> {
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  return { kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}
