import { existsSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Of the main thread, whose number is the process's: nanoseconds on a processor, first of three numbers. */
const schedule = `/proc/self/task/${process.pid}/schedstat`;
const beatMs = 5;

/**
 * How long the event loop was held at the most, in milliseconds. Where the system tells it (Linux), counted
 * in time on the processor: what a busy machine gave to other programs meanwhile is not ours. Elsewhere by
 * the clock.
 */
export function watchLoop(): { stop(): number } {
  if (!existsSync(schedule)) return watchClock();
  let longest = 0;
  let last = onProcessorMs();
  const look = () => {
    const now = onProcessorMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, beatMs);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return longest;
    },
  };
}

function onProcessorMs(): number {
  return Number(readFileSync(schedule, 'utf8').split(' ')[0]) / 1e6;
}

function watchClock(): { stop(): number } {
  const delays = monitorEventLoopDelay({ resolution: beatMs });
  delays.enable();
  return {
    stop: () => {
      delays.disable();
      return delays.max / 1e6;
    },
  };
}
