import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

const STANDARD_ERROR = 2;

/** JSON lines on standard error, or readable lines on a terminal. */
export function openLog(level: string, isReadable: boolean = process.stderr.isTTY): Logger {
  const destination = isReadable
    ? pretty({ destination: STANDARD_ERROR, sync: true, ignore: 'pid,hostname' })
    : pino.destination({ dest: STANDARD_ERROR, sync: true });
  return pino({ level, base: null }, destination);
}

/** `what` is a sentence that says what failed. */
export type Warn = (what: string) => (error: unknown) => void;
