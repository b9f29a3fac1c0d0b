import { describe, expect, it } from 'vitest';
import { exportPlaces } from './exports-in-flight.ts';

const of = (userId: string, organisationId = 'clinic') => ({ userId, organisationId });

describe('exports under way', () => {
  it('are so many for one account, whose neighbors are served', () => {
    const take = exportPlaces();
    const leave = Array.from({ length: 4 }, () => take(of('ada')));
    expect(() => take(of('ada'))).toThrow('Too many exports are under way.');
    take(of('ben'));
    leave[0]?.();
    take(of('ada'));
  });

  it('are so many for one organization, and no fewer for another', () => {
    const take = exportPlaces();
    for (let place = 0; place < 16; place++) take(of(`user-${place}`));
    expect(() => take(of('another'))).toThrow('Too many exports are under way.');
    take(of('eve', 'other clinic'));
  });
});
