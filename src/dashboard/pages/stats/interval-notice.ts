import { t } from '../../../lib/language/translate.js';
import { type Interval, intervals } from '../../ui/dates.js';

/** Says why another interval is shown than the chosen one. */
export function intervalNotice(chosen: Interval, shown: Interval): string {
  const length = intervals.indexOf(chosen) > intervals.indexOf(shown) ? 'short' : 'long';
  return t(
    'This period is too {length, select, short {short} other {long}} for {chosen, select, hour {hours} day {days} week {weeks} other {months}}. Showing {shown, select, hour {hours} day {days} week {weeks} other {months}}.',
    { length, chosen, shown },
  );
}
