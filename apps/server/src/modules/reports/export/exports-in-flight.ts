import { Problem } from '../../../calls/problem.ts';

const exports = { perAccount: 4, perOrganisation: 16 };

interface Owner {
  readonly userId: string;
  readonly organisationId: string;
}

/**
 * Exports that are being written, or that their reader has not taken yet. Returns what gives the place back.
 * @throws Problem `too_many_requests`
 */
export function exportPlaces({ perAccount, perOrganisation } = exports): (owner: Owner) => () => void {
  const taken = new Set<Owner>();
  const count = (key: keyof Owner, value: string) => [...taken].filter((each) => each[key] === value).length;
  return ({ userId, organisationId }) => {
    if (count('userId', userId) >= perAccount || count('organisationId', organisationId) >= perOrganisation)
      throw new Problem('too_many_requests', 'Too many exports are under way. Wait until one has ended.');
    const place = { userId, organisationId };
    taken.add(place);
    return () => void taken.delete(place);
  };
}
