import { ConfigurationError } from './environment.ts';

/** The zone of the site as it is set; null where it is not. @throws ConfigurationError */
export function siteTimeZone(zone: string | undefined): string | null {
  if (zone === undefined) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    throw new ConfigurationError(`SITE_TIME_ZONE is not a time zone: ${zone}`);
  }
}

/** The zone in which a day of the site begins: as it is set, else this process's. */
export const zoneOfSite = (zone: string | null): string =>
  zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `+01:00`: the offset of a zone, or of this process's, from universal time at a moment. */
export function offsetAt(moment: Date, zone: string | null): string {
  const parts = new Intl.DateTimeFormat('en', {
    ...(zone !== null && { timeZone: zone }),
    timeZoneName: 'longOffset',
  }).formatToParts(moment);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return name === 'GMT' ? '+00:00' : name.replace('GMT', '');
}
