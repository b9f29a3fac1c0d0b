import { createConfig } from '../config/config.ts';
import { readEnvironment } from '../config/environment.ts';
import { withAdminContext } from '../context/admin-context.ts';
import { rotateKeys } from './rotate-keys.ts';

/** Rotates the keys, and ends as if killed before its n-th image or batch of rows is written. */
async function main(moment: number): Promise<void> {
  let steps = 0;
  const step = () => {
    steps += 1;
    if (steps === moment) process.kill(process.pid, 'SIGKILL');
  };
  await withAdminContext(createConfig(readEnvironment(process.env)), async (context) => {
    const { blobs, db } = context;
    let transactions = 0;
    const counted = new Proxy(db, {
      get: (target, name, receiver) => {
        // The first transaction holds the lock, all others reseal rows.
        if (name === 'transaction' && transactions++ > 0) step();
        const value = Reflect.get(target, name, receiver);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const put: typeof blobs.put = async (...args) => {
      step();
      return blobs.put(...args);
    };
    await rotateKeys({ ...context, db: counted, blobs: { ...blobs, put } });
  });
  console.log(steps);
}

await main(Number(process.argv[2]));
