export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'problem';
  readonly message: string;
}

const check =
  (status: Check['status']) =>
  (name: string, message: string): Check => ({ name, status, message });

export const ok = check('ok');
export const warning = check('warning');
export const problem = check('problem');

export function inBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}
