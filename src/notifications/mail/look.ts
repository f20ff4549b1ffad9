/** Declarations of an element: inlined for every client, and the changes in dark mode. */
interface Look {
  readonly light: string;
  readonly dark?: string;
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const looks = {
  page: {
    light: `margin:0;padding:0;background:#f3f4f7;color:#14181f;${FONT};font-size:16px;line-height:1.5;word-break:break-word`,
    dark: 'background:#0b0e14;color:#e8eaf0',
  },
  frame: { light: 'padding:24px 12px' },
  card: {
    light: 'width:100%;max-width:600px;background:#ffffff;border-radius:12px',
    dark: 'background:#151a23',
  },
  body: { light: `padding:28px 24px;text-align:left;word-break:break-word;${FONT}` },
  brand: { light: 'margin:0 0 20px;font-size:14px;font-weight:600;color:#14181f', dark: 'color:#e8eaf0' },
  title: { light: 'margin:0 0 4px;font-size:22px;line-height:1.3;font-weight:650' },
  heading: { light: 'margin:28px 0 8px;font-size:16px;line-height:1.3;font-weight:650' },
  text: { light: 'margin:0 0 14px' },
  muted: { light: 'margin:0 0 14px;color:#596170', dark: 'color:#a3abba' },
  small: { light: 'margin:0 0 8px;font-size:13px;color:#596170', dark: 'color:#a3abba' },
  button: {
    light:
      'display:inline-block;padding:11px 20px;border-radius:8px;background:#4f46e5;color:#ffffff;font-weight:600;text-decoration:none',
    dark: 'background:#949bff;color:#0b0e14',
  },
  link: { light: 'color:#4f46e5', dark: 'color:#a9afff' },
  table: { light: 'width:100%;border-collapse:collapse' },
  label: {
    light: 'padding:8px 8px 8px 0;border-top:1px solid #e6e8ed;text-align:left;vertical-align:top;font-weight:400',
    dark: 'border-color:#2b3240',
  },
  value: {
    light:
      'padding:8px 0 8px 8px;border-top:1px solid #e6e8ed;text-align:right;vertical-align:top;font-weight:600;white-space:nowrap',
    dark: 'border-color:#2b3240',
  },
  change: {
    light:
      'width:60px;padding:8px 0 8px 8px;border-top:1px solid #e6e8ed;text-align:right;vertical-align:top;white-space:nowrap;color:#596170',
    dark: 'border-color:#2b3240;color:#a3abba',
  },
  better: { light: 'color:#0f7a3d', dark: 'color:#5fdd8c' },
  worse: { light: 'color:#b42318', dark: 'color:#ff9b8f' },
  columns: { light: 'width:100%;border-collapse:collapse;table-layout:fixed' },
  column: { light: 'padding:4px 1px 0;text-align:center;font-size:12px;line-height:1.35;font-weight:400' },
  before: { light: 'color:#596170', dark: 'color:#a3abba' },
  chart: { light: 'display:block;width:100%;height:auto;border:0' },
  legend: { light: 'padding-top:8px' },
  footer: {
    light: `padding:16px 24px 0;text-align:left;word-break:break-word;font-size:13px;line-height:1.5;color:#596170;${FONT}`,
    dark: 'color:#a3abba',
  },
  hidden: { light: 'display:none;max-height:0;overflow:hidden' },
} as const satisfies Record<string, Look>;

type LookName = keyof typeof looks;

/** Mail clients drop style sheets, so each element has inline styles. */
export const look = (...names: readonly LookName[]): { readonly class: string; readonly style: string } => ({
  class: names.join(' '),
  style: names.map((name) => looks[name].light).join(';'),
});

/** For clients that support it. It overrides the inlined styles. */
export const DARK_MODE = `@media (prefers-color-scheme:dark){${Object.entries(looks)
  .flatMap(([name, each]: [string, Look]) => (each.dark === undefined ? [] : [`.${name}{${important(each.dark)}}`]))
  .join('')}}`;

function important(declarations: string): string {
  return declarations
    .split(';')
    .map((each) => `${each}!important`)
    .join(';');
}
