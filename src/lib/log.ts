import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

const STANDARD_ERROR = 2;

/** Opens a log of JSON lines on standard error, or of readable lines, as on a terminal. */
export function openLog(level: string, isReadable: boolean = process.stderr.isTTY): Logger {
  const destination = isReadable
    ? pretty({ destination: STANDARD_ERROR, sync: true, ignore: 'pid,hostname' })
    : pino.destination({ dest: STANDARD_ERROR, sync: true });
  return pino({ level, base: null }, destination);
}

/** Returns a function that logs a failure under a sentence that says what failed. */
export type Warn = (what: string) => (error: unknown) => void;
