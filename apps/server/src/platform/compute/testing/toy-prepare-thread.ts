import { writeFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import sharp from 'sharp';
import type { PrepareCall } from '../thread-protocol.ts';

/** A thread for tests that misbehaves as the bytes of its file request. */
export async function serve({ task, thread }: PrepareCall<'findText'>) {
  Atomics.store(thread, 0, threadId);
  const wish = 'bytes' in task.source ? Buffer.from(task.source.bytes).toString() : '';
  if (wish === 'spin') for (;;);
  if (wish === 'hoard') for (const kept: object[] = []; ; ) kept.push({ a: {}, b: [1, 2, 3] });
  if (wish === 'hoard json') for (const kept: unknown[] = []; ; ) kept.push(JSON.parse(longList));
  if (wish.startsWith('native')) await nativeWork(wish.slice('native '.length));
  if (wish.startsWith('wait')) await new Promise((later) => setTimeout(later, Number(wish.slice(5))));
  return { status: 'none', frame: 0, frames: 1 };
}

const longList = `[${'{"a":[1,2,3],"b":"cc"},'.repeat(200_000)}0]`;

/**
 * About a second in libvips, which no termination of a thread cuts short; its last bytes are those of the
 * file.
 */
function nativeWork(file: string): Promise<unknown> {
  const raw = { width: 5_000, height: 5_000, channels: 3 } as const;
  const image = sharp(Buffer.alloc(5_000 * 5_000 * 3, 7), { raw });
  const written = image.blur(40).png({ compressionLevel: 9 }).toFile(file);
  writeFileSync(`${file}.begun`, '');
  return written;
}
