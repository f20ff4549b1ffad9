import { createHash } from 'node:crypto';
import { unicodeHost } from '../../lib/unicode-host.js';

/** Dark enough for a contrast of 4.5 to 1 with a white letter. */
const COLORS = [
  '#4f46e5',
  '#7c3aed',
  '#a21caf',
  '#be185d',
  '#b91c1c',
  '#b45309',
  '#4d7c0f',
  '#047857',
  '#0f766e',
  '#0369a1',
  '#1d4ed8',
  '#475569',
] as const;

/** SVG with the domain's first letter, in a color that depends on the domain. */
export function letterAvatar(domain: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(unicodeHost(domain))?.[0].toUpperCase() ?? '?';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${pickColor(domain)}"/><text x="16" y="16.5" dy=".35em" text-anchor="middle" font-family="system-ui,sans-serif" font-size="18" font-weight="600" fill="#fff">${letter}</text></svg>`;
}

function pickColor(domain: string): string {
  const [byte = 0] = createHash('sha256').update(domain).digest();
  return COLORS[byte % COLORS.length]!;
}
