import type { Dataset } from './dataset/dataset.ts';

const perYear = { D: 365.25, W: 365.25 / 7, M: 12, Y: 1 } as const;
const dayMs = 24 * 3600 * 1000;

export function ageYears(dataset: Dataset): number | undefined {
  return yearsOf({
    age: dataset.text('patientAge'),
    birthDate: dataset.text('patientBirthDate'),
    studyDate: dataset.text('studyDate'),
  });
}

/** What a file says of a patient's age, as DICOM writes it. */
export interface AgeTexts {
  readonly age?: string | undefined;
  readonly birthDate?: string | undefined;
  readonly studyDate?: string | undefined;
}

/** Patient's Age (`003M`), else from birth to study; in years, undefined where the file says neither. */
export function yearsOf({ age, birthDate, studyDate }: AgeTexts): number | undefined {
  const stated = /^(\d{1,3})([DWMY])$/.exec(age ?? '');
  const unit = stated?.[2];
  if (unit === 'D' || unit === 'W' || unit === 'M' || unit === 'Y')
    return Number(stated?.[1]) / perYear[unit];
  const [born, taken] = [dateOf(birthDate), dateOf(studyDate)];
  if (born === undefined || taken === undefined || taken < born) return undefined;
  return yearsBetween(new Date(born), new Date(taken));
}

/** By the calendar: whole from the birthday on. */
function yearsBetween(born: Date, taken: Date): number {
  const birthday = (year: number) => Date.UTC(year, born.getUTCMonth(), born.getUTCDate());
  const isBefore = taken.getTime() < birthday(taken.getUTCFullYear());
  const year = taken.getUTCFullYear() - Number(isBefore);
  return year - born.getUTCFullYear() + (taken.getTime() - birthday(year)) / dayMs / 366;
}

/** `20251231`, or as it was written before DICOM: `2025.12.31`. */
function dateOf(text: string | undefined): number | undefined {
  const [, year, month, day] = /^(\d{4})\.?(\d{2})\.?(\d{2})$/.exec(text ?? '') ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day));
  return Number.isNaN(time) ? undefined : time;
}
