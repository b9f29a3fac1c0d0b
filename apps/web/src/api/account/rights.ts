import { hasRight, type Right } from '@second-read/core/roles/rights';
import { useSession } from './session.ts';

/**
 * Whether the signed-in user's role lets them do something: screens then offer it. The server decides at each
 * call. A session from before there were roles counts as a senior reader's, as the server made it.
 */
export function useMay(right: Right): boolean {
  const { user } = useSession();
  return hasRight(
    { role: user?.role ?? 'senior_reader', isDemo: user?.organisation.is_demo ?? false },
    right,
  );
}
