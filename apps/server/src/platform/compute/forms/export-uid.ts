import { createHash } from 'node:crypto';
import type { ExportRecord, UidName } from '@second-read/core/encode/export-record';

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

/** What the UIDs of a report's instances are made of: data, which a thread can be given. */
export interface UidBasis {
  /** Names what is the same in every version. */
  readonly own: string;
  /** Names what a review changes. */
  readonly version: string;
  /** Of the study that the results join. */
  readonly studyUid?: string;
  /** Names one image of an exam; its `picture` is another instance of the same series. */
  readonly image?: string;
}

/** The instances that a review changes; tracking UIDs of findings, series and the picture stay. */
const reviewed: ReadonlySet<UidName> = new Set([
  'report',
  'cad-report',
  'document',
  'capture',
  'segmentation',
]);

/**
 * UIDs of the report's own instances (others where they are not in that study: an instance is in one), in the
 * study that its picture came from where it has one.
 */
export function uidsFrom({ own, version, studyUid, image }: UidBasis): ExportRecord['uid'] {
  const [ofReport, ofVersion] = [exportUid(own), exportUid(version)];
  return (name) => {
    if (name === 'study' && studyUid !== undefined) return studyUid;
    if (name === 'picture' && image !== undefined) return exportUid(`${own} ${image}`)(name);
    return reviewed.has(name) ? ofVersion(name) : ofReport(name);
  };
}
