import { Problem } from '../../../http/problem.ts';

const mostPerAccount = 4;
const mostPerOrganisation = 16;

interface Owner {
  readonly userId: string;
  readonly organisationId: string;
}

/**
 * Exports that are being written, or that their reader has not taken yet. Returns what gives the place back.
 * @throws Problem `too_many_requests`
 */
export function exportPlaces(): (owner: Owner) => () => void {
  const taken = new Set<Owner>();
  const count = (key: keyof Owner, value: string) => [...taken].filter((each) => each[key] === value).length;
  return ({ userId, organisationId }) => {
    if (
      count('userId', userId) >= mostPerAccount ||
      count('organisationId', organisationId) >= mostPerOrganisation
    )
      throw new Problem('too_many_requests', 'Too many exports are under way. Wait until one has ended.');
    const place = { userId, organisationId };
    taken.add(place);
    return () => void taken.delete(place);
  };
}
