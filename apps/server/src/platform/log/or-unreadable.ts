import type { Logger } from 'pino';
import { loggableError } from './loggable-error.ts';

/**
 * In lists, in place of a patient ID that cannot be opened and of all that would be said of such a report.
 */
export const unreadableWords = { patientId: 'Cannot be shown', finding: 'This report cannot be shown' };

/** What a list shows of one row; `instead` where that fails. The log names the row. */
export function orUnreadable<T>(id: string, log: Pick<Logger, 'error'>, show: () => T, instead: () => T): T {
  try {
    return show();
  } catch (error) {
    log.error({ err: loggableError(error), row: id }, 'a row of a list cannot be shown');
    return instead();
  }
}
