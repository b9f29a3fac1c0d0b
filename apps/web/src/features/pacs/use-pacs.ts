import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../api/account/session.ts';
import { pacsQuery } from '../../api/organization/pacs.ts';
import { keep, readKept } from '../../ui/workspace/kept.ts';

/**
 * Whether there is a PACS for this user. Until the server has said it, what it said last counts in this
 * browser: a button that appears late would push the picture down.
 */
export function usePacs(): { isAvailable: boolean; isAutomatic: boolean } {
  const { data } = useQuery(pacsQuery);
  const key = `pacs-${useSession().user?.id ?? 'visitor'}`;
  useEffect(() => {
    if (data) keep(key, data.is_available ? 'available' : 'none');
  }, [data, key]);
  return {
    isAvailable: data?.is_available ?? readKept(key) === 'available',
    isAutomatic: data?.push === 'automatic',
  };
}
