import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../api/account/session.ts';
import { pacsQuery } from '../../api/organization/pacs.ts';
import { accountItem } from '../../storage/browser-storage.ts';

/**
 * Whether there is a PACS for this user. Until the server has said it, what it said last counts in this
 * browser: a button that appears late would push the picture down.
 */
export function usePacs(): { isAvailable: boolean; isAutomatic: boolean } {
  const { data } = useQuery(pacsQuery);
  const account = useSession().user?.id ?? null;
  useEffect(() => {
    if (data) accountItem('pacs', account).write(data.is_available ? 'available' : 'none');
  }, [data, account]);
  return {
    isAvailable: data?.is_available ?? accountItem('pacs', account).read() === 'available',
    isAutomatic: data?.push === 'automatic',
  };
}
