import type { FC } from 'hono/jsx';
import { shortMoment, utcDate, utcMoment, zonedFormat } from '../../lib/language/formats.js';
import { byLanguage } from '../../lib/language/language.js';
import { t } from '../../lib/language/translate.js';

const distance = byLanguage((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));

const SECOND_MS = 1000;
const UNITS = [
  ['day', 24 * 60 * 60 * SECOND_MS],
  ['hour', 60 * 60 * SECOND_MS],
  ['minute', 60 * SECOND_MS],
] as const;

/** The title has the exact minute. */
export const Day: FC<{ at: Date }> = ({ at }) => (
  <time datetime={at.toISOString()} title={`${utcMoment().format(at)} UTC`}>
    {utcDate().format(at)}
  </time>
);

/** Local, as in `14:05`. */
export const timeOfDay = (at: Date, timeZone: string): string =>
  zonedFormat({ hour: '2-digit', minute: '2-digit' }, timeZone).format(at);

/** Local, as in `26 Nov 2026, 14:05`. */
export const dayAndTime = (at: Date, timeZone: string): string => zonedFormat(shortMoment, timeZone).format(at);

/** `now` is epoch milliseconds. */
export const Ago: FC<{ at: Date; now: number }> = ({ at, now }) => (
  <time datetime={at.toISOString()} title={`${utcMoment().format(at)} UTC`}>
    {ago(now - at.getTime())}
  </time>
);

function ago(passedMs: number): string {
  const [unit, length] = UNITS.find(([, length]) => passedMs >= length) ?? [];
  return unit === undefined ? t('just now') : distance().format(-Math.floor(passedMs / length), unit);
}
