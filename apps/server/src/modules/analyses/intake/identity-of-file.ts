import type { InstanceIdentity } from '@second-read/core/deidentify/read-identity';
import type { AppContext } from '../../../context.ts';
import type { WorkOptions } from '../../../platform/compute/compute.ts';
import { inTime } from './foreign-bytes.ts';
import { inputOf, type ReceivedFile } from './received-file.ts';

/** The instance that a file claims to be; undefined if it is not DICOM, or damaged. */
export function identityOfFile(
  received: ReceivedFile,
  work: WorkOptions,
  { compute }: Pick<AppContext, 'compute'>,
): Promise<InstanceIdentity | undefined> {
  return inTime(compute.identify(inputOf(received), work));
}
