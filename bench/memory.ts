import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryMb } from './engines/processor-time.ts';
import type { Finding } from './measure.ts';
import { submitAll } from './scale-out/clients.ts';
import { samplePictures } from './scale-out/pictures.ts';
import { startProgram } from './scale-out/processes.ts';
import { withServer } from './served.ts';

/**
 * Memory of an API process and of a worker of one thread, at rest and after every module has read, against a
 * bare Node.
 */
export function benchMemory(): Promise<Finding[]> {
  return withServer(async ({ address, api, account, environment }) => {
    const worker = await startProgram('worker', 'worker', { ...environment, COMPUTE_THREADS: '1' });
    const bare = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    try {
      await sleep(5_000);
      const peer = memoryMb(bare.pid ?? 0, 'now');
      const rest = [memoryMb(api.pid, 'now'), memoryMb(worker.pid, 'now')] as const;
      const pictures = samplePictures();
      const forever = new AbortController().signal;
      const all = {
        addresses: [address],
        accounts: [account],
        pictures,
        analyses: 12,
        closing: forever,
        giveUp: forever,
      };
      await submitAll({ ...all, onDone: () => {} });
      const finding = (name: string, ours: number): Finding => ({
        name: `memory: ${name}`,
        ours,
        against: 'a Node process that does nothing',
        peer,
        unit: 'MB',
        aim: 'none',
        isMet: true,
      });
      return [
        finding('API process at rest', rest[0]),
        finding('API process, peak', memoryMb(api.pid, 'peak')),
        finding('worker of one thread at rest', rest[1]),
        finding(
          'worker of one thread, peak, after twelve analyses of four modules',
          memoryMb(worker.pid, 'peak'),
        ),
      ];
    } finally {
      bare.kill();
      await worker.stop();
    }
  });
}
