import {
  type AccountChange,
  type AccountsReply,
  accountsReply,
  type NewAccount,
  type OneTimePasswordReply,
  oneTimePasswordReply,
} from '@second-read/contract/administration';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../calls/client.ts';

const path = '/api/administration/accounts/';

/** The accounts of the organization; for administrators, as everything here. */
export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: ({ signal }) => request(path, { schema: accountsReply, signal }),
  staleTime: 0,
});

export function createAccount(account: NewAccount): Promise<OneTimePasswordReply> {
  return request(path, { method: 'POST', json: account, schema: oneTimePasswordReply });
}

export function changeAccount(id: string, change: AccountChange): Promise<AccountsReply> {
  return request(`${path}${encodeURIComponent(id)}/`, {
    method: 'PATCH',
    json: change,
    schema: accountsReply,
  });
}

/** Signs the account out; its password is replaced by a one-time one. */
export function resetAccount(id: string, secondFactor: boolean): Promise<OneTimePasswordReply> {
  const json = { second_factor: secondFactor };
  return request(`${path}${encodeURIComponent(id)}/reset/`, {
    method: 'POST',
    json,
    schema: oneTimePasswordReply,
  });
}
