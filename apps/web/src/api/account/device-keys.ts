import { type DeviceKeysReply, deviceKeysReply } from '@second-read/contract/accounts';
import { request } from '../calls/client.ts';

/** What this account's pictures are sealed with while they wait in this browser. */
export function fetchDeviceKeys(): Promise<DeviceKeysReply> {
  return request('/api/accounts/device-keys/', { schema: deviceKeysReply });
}
