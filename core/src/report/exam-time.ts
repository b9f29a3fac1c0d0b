/**
 * When a picture was taken, as its file says: in the local time of the scanner, whose zone files seldom tell.
 */
export interface ExamTime {
  /** `2007-11-22`. */
  readonly date: string;
  /** `10:30` or `10:30:05`. */
  readonly time?: string | undefined;
  /** `+01:00`. */
  readonly utcOffset?: string | undefined;
}

/**
 * What a DICOM file says of it: DA, TM and (0008,0201). Undefined without a date of the calendar since 1900.
 */
export function examTime(said: {
  readonly studyDate: string;
  readonly studyTime: string;
  readonly utcOffset: string;
}): ExamTime | undefined {
  const date = dateOf(said.studyDate);
  if (date === undefined) return undefined;
  const time = timeOf(said.studyTime);
  const utcOffset = offsetOf(said.utcOffset);
  return { date, ...(time && { time }), ...(time && utcOffset && { utcOffset }) };
}

/** Also `2007.11.22`, as files before DICOM 3.0 write it. */
function dateOf(text: string): string | undefined {
  const [, year, month, day] = /^(19\d\d|[2-9]\d{3})\.?(\d\d)\.?(\d\d)$/.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  const at = new Date(`${date}T00:00:00Z`);
  // 30 February is no date, although Date reads it as one.
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date ? undefined : date;
}

function timeOf(text: string): string | undefined {
  const [, hour, minute = '00', second] =
    /^([01]\d|2[0-3])(?::?([0-5]\d)(?::?([0-5]\d|60)(?:\.\d{1,6})?)?)?$/.exec(text) ?? [];
  return hour && [hour, minute, ...(second ? [second] : [])].join(':');
}

function offsetOf(text: string): string | undefined {
  const [, hours, minutes] = /^([+-](?:0\d|1[0-4]))([0-5]\d)$/.exec(text) ?? [];
  return hours && `${hours}:${minutes}`;
}

/** As DICOM writes them; without a time where none is known. */
export function dicomExamTime({ date, time = '' }: ExamTime): { date: string; time: string } {
  return { date: date.replaceAll('-', ''), time: time.replaceAll(':', '') };
}

/**
 * Orders exams by when they were made: equal where text is equal. What is not known of an exam is taken from
 * when it was analyzed (ISO 8601, universal time): the whole of it, or the time within the day by its order
 * alone.
 */
export function examOrder(exam: ExamTime | undefined, analysedAt: string): string {
  const day = exam?.date ?? analysedAt.slice(0, 10);
  const time = exam ? (exam.time ?? '') : analysedAt.slice(11, 19);
  return [day, time.padEnd(8, ' '), analysedAt].join(' ');
}

/** `2007-11-22 10:30`, for paper and tables. */
export function examWords({ date, time }: ExamTime): string {
  return time ? `${date} ${time.slice(0, 5)}` : date;
}

/** Of `+01:00`, in milliseconds. */
export function offsetMs(utcOffset: string): number {
  const [hours = 0, minutes = 0] = utcOffset.slice(1).split(':').map(Number);
  return (utcOffset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/**
 * `2007-11-22T10:30:00+01:00` where the zone is known, else the date alone: FHIR takes no time without a
 * zone.
 */
export function fhirExamTime({ date, time, utcOffset }: ExamTime): string {
  return time && utcOffset ? `${date}T${time.padEnd(8, ':00')}${utcOffset}` : date;
}
