import { useDebouncedValue } from '@mantine/hooks';
import { skipToken, useQuery } from '@tanstack/react-query';
import { isPatientKnown } from '../run/calls.ts';

/** Typing pauses this long before the server is asked. */
const pauseMs = 500;

/** Whether the organisation already has reports of this patient ID; false while nothing is known of it. */
export function usePatientKnown(value: string): boolean {
  const [settled] = useDebouncedValue(value.trim(), pauseMs);
  const { data } = useQuery({
    queryKey: ['patient-known', settled],
    queryFn: settled === '' ? skipToken : ({ signal }) => isPatientKnown(settled, signal),
    // A notice only: where it cannot be had, the field works all the same.
    retry: false,
    // Asked anew each time the ID is entered: an analysis may have made it known meanwhile.
    staleTime: 0,
  });
  return data === true && settled === value.trim();
}
