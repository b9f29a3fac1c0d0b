const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

const examFormat = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** When an exam was: in the scanner's local time, never moved to the reader's zone. */
export function formatExam({ date, time }: { date: string; time?: string | undefined }): string {
  const at = new Date(time ? `${date}T${time}Z` : `${date}T00:00Z`);
  if (Number.isNaN(at.getTime())) return date;
  return time ? examFormat.format(at) : day.format(at);
}

/** An ISO 8601 instant in the user's language and time zone; unchanged if it is not a date. */
export function formatDate(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : format.format(date);
}
