import { moduleIds } from '@second-read/analyses/manifests';
import type { WorklistFilters } from '@second-read/contract/worklist';

/** Which reports, as the address has it. */
export type WorklistView = WorklistFilters;

export function readWorklistAddress(search: URLSearchParams): WorklistView {
  const module = moduleIds.find((id) => id === search.get('module'));
  const state = (['preliminary', 'in_review'] as const).find((each) => each === search.get('state'));
  return {
    ...(module && { module }),
    ...(state && { state }),
    ...(search.get('mine') === 'true' && { mine: 'true' as const }),
    ...(search.get('unassigned') === 'true' && { unassigned: 'true' as const }),
    ...(search.get('overdue') === 'true' && { overdue: 'true' as const }),
  };
}

export function writeWorklistAddress(view: WorklistView): URLSearchParams {
  return new URLSearchParams(Object.entries(view).filter(([, value]) => value !== undefined));
}
