import { useQuery } from '@tanstack/react-query';
import { pacsQuery } from '../../api/organization/pacs.ts';

/** Whether there is a PACS for this user; not while that is unknown. */
export function usePacs(): { isAvailable: boolean; isAutomatic: boolean } {
  const { data } = useQuery(pacsQuery);
  return { isAvailable: data?.is_available ?? false, isAutomatic: data?.push === 'automatic' };
}
