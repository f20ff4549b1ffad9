import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

const STANDARD_ERROR = 2;

/** Logs JSON lines to standard error, or readable ones when a person is looking. */
export function openLog(level: string): Logger {
  const destination = process.stderr.isTTY
    ? pretty({ destination: STANDARD_ERROR, sync: true, ignore: 'pid,hostname' })
    : pino.destination({ dest: STANDARD_ERROR, sync: true });
  return pino({ level, base: null }, destination);
}
