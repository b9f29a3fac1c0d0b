import { describe, expect, it, vi } from 'vitest';
import { followRegistration } from './service-worker.ts';

/** A registration whose workers the test moves on. */
function registrationOf(waiting: ServiceWorker | null) {
  const registration = Object.assign(new EventTarget(), {
    waiting,
    installing: null as (EventTarget & { state: string }) | null,
  });
  return registration as unknown as ServiceWorkerRegistration & {
    waiting: ServiceWorker | null;
    installing: EventTarget | null;
  };
}
const controlled = { controller: {} as ServiceWorker };
const { signal } = new AbortController();

describe('a new version of the application', () => {
  it('is told of where it waited before the page was opened', () => {
    const waiting = {} as ServiceWorker;
    const onWaiting = vi.fn();
    followRegistration(registrationOf(waiting), controlled, { onWaiting, signal });
    expect(onWaiting).toHaveBeenCalledWith(waiting);
  });

  it('is told of once it is there, while the page is open', () => {
    const registration = registrationOf(null);
    const onWaiting = vi.fn();
    followRegistration(registration, controlled, { onWaiting, signal });
    const installing = new EventTarget();
    Object.assign(registration, { installing });
    registration.dispatchEvent(new Event('updatefound'));
    expect(onWaiting).not.toHaveBeenCalled();
    Object.assign(registration, { waiting: installing });
    installing.dispatchEvent(new Event('statechange'));
    expect(onWaiting).toHaveBeenCalledWith(installing);
  });

  it('is not asked about on the very first visit, when there is no older one', () => {
    const onWaiting = vi.fn();
    followRegistration(registrationOf({} as ServiceWorker), { controller: null }, { onWaiting, signal });
    expect(onWaiting).not.toHaveBeenCalled();
  });
});
