import { type Level, type Logger, pino } from 'pino';
import { loggableError } from './loggable-error.ts';

/** Never logged, anywhere in an entry: patient identity and credentials. */
const secretFields = [
  'password',
  'access',
  'refresh',
  'token',
  'authorization',
  'cookie',
  'patient_id',
  'patientId',
  'body',
];

/** JSON lines on stdout. Errors are written without the values that a statement carried. */
export function createLogger(config: { readonly logLevel: Level | 'silent' }): Logger {
  return pino({
    level: config.logLevel,
    base: { pid: process.pid },
    serializers: { err: loggableError, error: loggableError },
    redact: {
      paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[kept out of the log]',
    },
  });
}
