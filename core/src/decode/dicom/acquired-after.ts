/** What a file says of when study and image were made, as DICOM writes it. */
export interface AcquisitionTexts {
  readonly studyDate?: string | undefined;
  readonly studyTime?: string | undefined;
  readonly acquisitionDate?: string | undefined;
  readonly acquisitionTime?: string | undefined;
}

/**
 * Seconds from the beginning of the study to the acquisition: orders the passes of a series, and says no time
 * of day. Undefined where the file does not give both times.
 */
export function acquiredAfter(texts: AcquisitionTexts): number | undefined {
  const { studyDate, studyTime, acquisitionDate = studyDate, acquisitionTime } = texts;
  const [began, taken] = [momentOf(studyDate, studyTime), momentOf(acquisitionDate, acquisitionTime)];
  return began === undefined || taken === undefined ? undefined : (taken - began) / 1000;
}

/** Milliseconds: DA and TM, the latter also as it was written before DICOM (`12:30:05`). */
function momentOf(date = '', time = ''): number | undefined {
  const [, year, month, day] = /^(\d{4})\.?(\d\d)\.?(\d\d)$/.exec(date) ?? [];
  const [, hour, minute = 0, second = 0] = /^(\d\d)(?::?(\d\d)(?::?(\d\d(?:\.\d+)?))?)?$/.exec(time) ?? [];
  if (year === undefined || hour === undefined) return undefined;
  const dayMs = Date.UTC(Number(year), Number(month) - 1, Number(day));
  return dayMs + 1000 * (3600 * Number(hour) + 60 * Number(minute) + Number(second));
}
