const formatted = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });

const wholeDay = formatted({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const span = formatted({ day: 'numeric', month: 'short', year: 'numeric' });

/** `1–31 Mar 2026`: two local days, both included (`YYYY-MM-DD`), or the one. */
export function dateSpan({ from, to }: { readonly from: string; readonly to: string }): string {
  return span.formatRange(new Date(from), new Date(to));
}

/** A bucket in words, from its label in the interface: `Sunday 29 March 2026`, and the hour where it is one. */
export function bucketName(label: string): string {
  const day = wholeDay.format(new Date(label.slice(0, 10)));
  return label.includes('T') ? `${day}, ${label.slice(11, 16)}` : day;
}
