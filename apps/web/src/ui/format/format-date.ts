import { preferencesNow } from '../preferences.ts';

type Format = NonNullable<ReturnType<typeof preferencesNow>['date_format']>;

const styles: Readonly<Record<Exclude<Format, 'iso'>, string | undefined>> = {
  browser: undefined,
  day_first: 'en-GB',
  month_first: 'en-US',
};

/** Made once each: a list writes hundreds of dates. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string | undefined, zone: 'UTC' | undefined, hasTime: boolean) {
  const key = `${locale} ${zone} ${hasTime}`;
  const made =
    formats.get(key) ??
    new Intl.DateTimeFormat(locale, {
      dateStyle: 'medium',
      ...(hasTime && { timeStyle: 'short' }),
      ...(zone && { timeZone: zone }),
    });
  formats.set(key, made);
  return made;
}

/** As the account writes dates. */
function written(at: Date, zone: 'UTC' | undefined, hasTime: boolean): string {
  const { date_format: format = 'browser' } = preferencesNow();
  if (format !== 'iso') return formatOf(styles[format], zone, hasTime).format(at);
  // Midnight here as the day here: the offset is taken out before the instant is written.
  const local = zone === 'UTC' ? at : new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  const [day = '', time = ''] = local.toISOString().split('T');
  return hasTime ? `${day} ${time.slice(0, 5)}` : day;
}

/** When an exam was: in the scanner's local time, never moved to the reader's zone. */
export function formatExam({ date, time }: { date: string; time?: string | undefined }): string {
  const at = new Date(time ? `${date}T${time}Z` : `${date}T00:00Z`);
  if (Number.isNaN(at.getTime())) return date;
  return written(at, 'UTC', time !== undefined && time !== '');
}

/** An ISO 8601 instant as the account writes dates, in its time zone; unchanged if it is not a date. */
export function formatDate(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : written(date, undefined, true);
}
