import { utcDate } from './language/formats.js';

/** Both days, `YYYY-MM-DD`, are included: `1–31 Mar 2026`. Equal days give a single date. */
export function dateSpan({ from, to }: { readonly from: string; readonly to: string }): string {
  return utcDate().formatRange(new Date(from), new Date(to));
}
