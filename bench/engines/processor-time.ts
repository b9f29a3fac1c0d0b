import { readdirSync, readFileSync } from 'node:fs';

/** Of Linux, whose kernel counts a process's time in hundredths of a second. */
const tickMs = 10;

/** Milliseconds of processor time that a process has had, its ended children included. */
export function processorMs(pid: number): number {
  const fields = statOf(pid);
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * tickMs, 0);
}

/** The same of a process and of all that it started and that still run: PostgreSQL with its connections. */
export function familyMs(pid: number): number {
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid);
  return others.reduce((sum, child) => sum + processorMs(Number(child)), processorMs(pid));
}

/** Megabytes in memory at most so far. */
export function peakMemoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

function parentOf(pid: number): number {
  try {
    return Number(statOf(pid)[1]);
  } catch {
    return 0;
  }
}

/** From the state on: what stands before it is the name, which may contain anything. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
