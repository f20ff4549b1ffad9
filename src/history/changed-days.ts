import { localDate } from '../time/index.js';
import type { Website } from '../websites/website.js';

/** The local days of a first and a last event, in epoch milliseconds; as text, `2024-01-03 to 2025-06-30`. */
export function changedDays({ timezone }: Pick<Website, 'timezone'>, first: number, last: number) {
  const [at, until] = [localDate(first, timezone), localDate(last, timezone)];
  return { at, until, text: at === until ? at : `${at} to ${until}` };
}
