import { createHash } from 'node:crypto';
import type { UidName } from '@second-read/core/encode/export-record';

/**
 * UIDs of what is exported of a report: the same at every export, so that an archive sees the same instance
 * again and not a second one. A UUID of version 8 (RFC 9562) from a digest, written as 2.25.… (PS3.5 B.2).
 */
export function exportUid(reportId: string): (name: UidName) => string {
  return (name) => {
    const digest = createHash('sha256')
      .update(JSON.stringify(['second-read export', reportId, name]))
      .digest()
      .subarray(0, 16);
    digest[6] = 0x80 | ((digest[6] ?? 0) & 0x0f);
    digest[8] = 0x80 | ((digest[8] ?? 0) & 0x3f);
    return `2.25.${BigInt(`0x${digest.toString('hex')}`)}`;
  };
}
