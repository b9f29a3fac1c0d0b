/**
 * Loaded before a program (`--import`): notes for how long its main thread was held between two beats, in
 * milliseconds on the processor and by the clock. On SIGUSR2 it writes what it noted since the last to
 * `$LOOP_PROBE/<pid>.json`. Linux only.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const folder = process.env.LOOP_PROBE;
const beatMs = 5;
const onProcessorMs = () =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

if (isMainThread && folder) {
  let samples = { heldMs: [], lateMs: [] };
  let last = { held: onProcessorMs(), at: performance.now() };
  const look = () => {
    const now = { held: onProcessorMs(), at: performance.now() };
    samples.heldMs.push(now.held - last.held);
    samples.lateMs.push(Math.max(0, now.at - last.at - beatMs));
    last = now;
  };
  setInterval(look, beatMs).unref();
  process.on('SIGUSR2', () => {
    look();
    const file = `${folder}/${process.pid}.json`;
    writeFileSync(`${file}.new`, JSON.stringify(samples));
    renameSync(`${file}.new`, file);
    samples = { heldMs: [], lateMs: [] };
    last = { held: onProcessorMs(), at: performance.now() };
  });
}
