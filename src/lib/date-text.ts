const span = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Formats two local days (`YYYY-MM-DD`), both included, or the one: `1–31 Mar 2026`. */
export function dateSpan({ from, to }: { readonly from: string; readonly to: string }): string {
  return span.formatRange(new Date(from), new Date(to));
}
